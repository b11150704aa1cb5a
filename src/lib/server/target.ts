/*
 * What Astro is handed for the target of a request. Astro redirects to the spelling without slashes at the end before any
 * guard of ours runs, which would make two redirects of one, and logs an error for an address that is no UTF-8. Here both
 * are spelt so that they go the common way: through the guards, to the page or to the page for 'not found'.
 */

/** Astro decodes so often at the most. */
const DECODE_ROUNDS_MAX = 10;
/** What stands for something that can't be read (U+FFFD), encoded. */
const UNREADABLE = '%EF%BF%BD';

/** Whether a path can be decoded until nothing changes. */
function isReadable(path: string): boolean {
  let text = path;
  for (let round = 0; round < DECODE_ROUNDS_MAX && text.includes('%'); round++) {
    try {
      const decoded = decodeURI(text);
      // What is left is `/`, `?` and their like, which stay encoded.
      if (decoded === text) return true;
      text = decoded;
    } catch {
      return false;
    }
  }
  return !text.includes('%');
}

/** @param target a path with or without a query, as it came; begins with `/` */
export function servedTarget(target: string): string {
  const [sent = '/'] = target.split('?', 1);
  // Resolves dots and backslashes as Astro would: only then is it seen what stands at the end.
  const { pathname } = new URL(`http://site${sent}`);
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end--;
  const path = pathname.slice(0, end);
  return (isReadable(path) ? path : path.replaceAll('%', UNREADABLE)) + target.slice(sent.length);
}
