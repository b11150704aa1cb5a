/** Ten digits of an Indian mobile, with any of the beginnings that people give it. */
const INDIAN = /^(?:\+91|0091|91|0)?([6-9]\d{4})(\d{5})$/;

/** How a number is understood while it is typed: without a country code it is Indian. The server has the last word. */
export function mobileHint(typed: string): string {
  const bare = typed.replace(/[\s().-]/g, '');
  const [, head, tail] = INDIAN.exec(bare) ?? [];
  if (head && tail) return `Taken as an Indian number: +91 ${head} ${tail}`;
  return 'For a number outside India, begin with + and its country code.';
}
