// Puts the answer that was chosen to begin from into the field that its list names; what was typed there is not lost
// without a word: only an empty field, or one that still holds a chosen answer, is filled.
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
