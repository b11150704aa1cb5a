/*
 * The request target that Astro gets. Astro redirects away trailing slashes before our guards run, which would make two
 * redirects of one, and logs an error for an address that is not UTF-8. Both are normalised here, so that they take the
 * usual way: through the guards, to the page or to the page for 'not found'.
 */

/** Astro decodes at most this often. */
const DECODE_ROUNDS_MAX = 10;
/** The replacement character U+FFFD, encoded. */
const UNREADABLE = '%EF%BF%BD';

/** Whether a path can be decoded until nothing changes. */
function isReadable(path: string): boolean {
  let text = path;
  for (let round = 0; round < DECODE_ROUNDS_MAX && text.includes('%'); round++) {
    try {
      const decoded = decodeURI(text);
      // Only `/`, `?` and similar characters are left, which stay encoded.
      if (decoded === text) return true;
      text = decoded;
    } catch {
      return false;
    }
  }
  return !text.includes('%');
}

/** @param target a path with or without a query, as received; begins with `/` */
export function normalizeUrl(target: string): string {
  const [sent = '/'] = target.split('?', 1);
  // Resolves dots and backslashes as Astro does; only then are the trailing slashes visible.
  const { pathname } = new URL(`http://site${sent}`);
  let end = pathname.length;
  while (end > 1 && pathname[end - 1] === '/') end--;
  const path = pathname.slice(0, end);
  return (isReadable(path) ? path : path.replaceAll('%', UNREADABLE)) + target.slice(sent.length);
}
