/** What both calls of the import take. */
export function formOf(file: File): FormData {
  const form = new FormData();
  form.append('members', file, file.name);
  return form;
}
