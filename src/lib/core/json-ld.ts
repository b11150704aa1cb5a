/** Structured data as the text of a script element: no tag can begin in it, and no line can end. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/** JSON that is safe between `<script type="application/ld+json">` and its end, whatever the values hold. */
export function jsonForScript(data: unknown): string {
  return JSON.stringify(data).replace(UNSAFE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
