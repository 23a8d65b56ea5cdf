// Notifications that this device shows go away once their game is seen here, or its turn is taken anywhere.

const GAME_PAGE = /^\/g\/([^/]+)\//;

async function shown() {
  const registration = await navigator.serviceWorker?.getRegistration("/");
  return (await registration?.getNotifications?.()) ?? [];
}

async function close(isOver) {
  for (const notice of await shown()) if (isOver(notice)) notice.close();
}

export const closeAll = () => close(() => true);

/** @param {string[]} waiting games whose turn is still the person's */
export function closeTaken(waiting) {
  const tags = waiting.map((game) => `game-${game}`);
  return close(({ tag, data }) => data?.turn && !tags.includes(tag));
}

/** Closes those of the game that this page shows. */
export function closeSeen() {
  const [, game] = GAME_PAGE.exec(location.pathname) ?? [];
  return game ? close(({ tag }) => tag === `game-${game}`) : Promise.resolve();
}

/** Whether a turn's notification is shown, so that asking for the waiting games is worth a request. */
export async function showsTurn() {
  return (await shown()).some(({ data }) => data?.turn);
}
