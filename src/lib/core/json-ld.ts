/** Characters that could start a tag or end a line inside a script element. */
const UNSAFE = /[<>&\u2028\u2029]/g;

/** JSON that is safe inside `<script type="application/ld+json">` for any values. */
export function jsonForScript(data: unknown): string {
  return JSON.stringify(data).replace(UNSAFE, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
