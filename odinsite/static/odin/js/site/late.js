// Modules that a page loads late. One that is gone belongs to the site from before an update.

const RELOADED = "odin-reloaded";
// A module that is still missing after a reload is not tried that way again for so long.
const ONCE_IN_MS = 600_000;

/** Whether this tab may be loaded again. Where storage is blocked it could not remember that, and so may not. */
function mayReload() {
  try {
    const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
    sessionStorage.setItem(RELOADED, String(Date.now()));
    return Date.now() - before > ONCE_IN_MS;
  } catch {
    return false;
  }
}

/** Whether the site answers: then it was not the connection that kept the module away. */
async function answers() {
  try {
    return (await fetch("/livez", { cache: "no-store", signal: AbortSignal.timeout(5000) })).ok;
  } catch {
    return false;
  }
}

/** Loads the page again. What the reader has chosen may be put into its address. */
function reload() {
  const address = new URL(location.href);
  document.dispatchEvent(new CustomEvent("odin:reload", { detail: address.searchParams }));
  if (address.href === location.href) location.reload();
  else location.replace(address);
}

/**
 * Loads what the reader has requested; reloads the page, once, if the site no longer has it. Throws without a
 * connection.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T>}
 */
export async function needed(load) {
  try {
    return await load();
  } catch (error) {
    if (!(await answers()) || !mayReload()) throw error;
    reload();
    return new Promise(() => {});
  }
}

/**
 * Loads what the page can do without.
 * @template T
 * @param {() => Promise<T>} load
 * @returns {Promise<T | null>} null if it does not come
 */
export async function extra(load) {
  try {
    return await load();
  } catch {
    return null;
  }
}
