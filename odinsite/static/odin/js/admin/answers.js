// Fills a text field from the list of prepared answers next to it, unless another text was typed there.
for (const list of document.querySelectorAll("select[data-fills]")) {
  const field = document.getElementById(list.dataset.fills);
  const texts = () => [...list.options].map((option) => option.dataset.text);
  const chosen = () => list.selectedOptions[0].dataset.text;
  list.addEventListener("change", () => {
    const text = chosen();
    if (field.value.trim() === "" || texts().includes(field.value)) field.value = text;
    else if (text) field.value = `${field.value.trimEnd()}\n\n${text}`;
    field.focus();
  });
  // On a slow line an answer was chosen before this script loaded.
  if (field.value === "") field.value = chosen();
}
