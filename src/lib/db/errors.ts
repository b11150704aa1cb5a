/** The SQLSTATE of a failed query, or null. */
export function sqlState(cause: unknown): string | null {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' ? code : null;
}
