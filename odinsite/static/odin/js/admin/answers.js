// Fills a text field from the list of prepared answers next to it, unless another text was typed there.
for (const list of document.querySelectorAll("select[data-fills]")) {
  const field = document.getElementById(list.dataset.fills);
  const texts = () => [...list.options].map((option) => option.dataset.text);
  list.addEventListener("change", () => {
    const text = list.selectedOptions[0].dataset.text;
    if (field.value.trim() === "" || texts().includes(field.value)) field.value = text;
    else if (text) field.value = `${field.value.trimEnd()}\n\n${text}`;
    field.focus();
  });
}
