/** `execCommand` is deprecated, but browsers inside other apps (WhatsApp, Instagram) refuse the clipboard to a page. */
const legacy: { execCommand(command: 'copy'): boolean } = document;

/** Copies through a selection, where `navigator.clipboard` is refused. @returns whether the text was copied */
export function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  const before = document.activeElement;
  // While a dialog is open, nothing outside it can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = legacy.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
