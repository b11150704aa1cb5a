/** The SQLSTATE of a failed query, or null. */
export function sqlState(cause: unknown): string | null {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  return typeof code === 'string' ? code : null;
}

/** The detail that a function of the database gave to its error, or null. */
export function sqlDetail(cause: unknown): string | null {
  const detail = cause instanceof Error && 'detail' in cause ? cause.detail : null;
  return typeof detail === 'string' ? detail : null;
}

/** True for what passes when the database is back: shut down, starting up, cut connections, no free connection. */
export function isUnavailable(cause: unknown): boolean {
  const code = sqlState(cause);
  if (code && (/^(08|57P|53)/.test(code) || /^(ECONN|ENOENT|EPIPE|ETIMEDOUT)/.test(code))) return true;
  return (
    cause instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      cause.message,
    )
  );
}
