/** Logs a failure in the browser's console with its own text (docs/product.md). */
export function logFailure(text: string, cause: unknown): void {
  // biome-ignore lint/suspicious/noConsole: the product specifies this log line
  console.error(text, cause instanceof Error ? cause.message : cause);
}
