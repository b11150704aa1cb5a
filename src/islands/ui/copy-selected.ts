/** Copies in the way of old, for browsers inside of other apps that refuse the new one. @returns whether it was done */
export function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'sr-only';
  const before = document.activeElement;
  // Outside of an open dialog nothing can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const done = document.execCommand('copy');
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}
