/** A failure that the specification wants in the browser's log, by its own text (spec points 4 and 8). */
export function logFailure(text: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: here the log is what is asked for
  console.error(text, cause instanceof Error ? cause.message : cause);
}
