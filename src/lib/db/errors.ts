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

/** The database does not say whether it has kept a transaction: its commit waits for a standby. */
export class UnconfirmedCommit extends Error {
  constructor() {
    super('the commit waits for a standby of the database');
  }
}

const READ_ONLY = '25006';

/** True on a connection to a standby, or to a primary that another one has replaced: only a new connection can write. */
export const isReadOnly = (cause: unknown): boolean => sqlState(cause) === READ_ONLY;

/**
 * True for what passes when the database is back: shut down, starting up, read-only while another server takes over, cut
 * connections, no free connection, a statement that waited too long for others.
 */
export function isUnavailable(cause: unknown): boolean {
  if (cause instanceof UnconfirmedCommit) return true;
  const code = sqlState(cause);
  if (code && (/^(08|57P|57014|53|25006)/.test(code) || UNREACHABLE.test(code))) return true;
  return (
    cause instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      cause.message,
    )
  );
}

/** True when all connections of a pool were busy for too long: load, and no defect. */
export const isPoolExhausted = (cause: unknown): boolean =>
  cause instanceof Error && cause.message === 'timeout exceeded when trying to connect';

/** Codes of the system, for a server whose machine, network, name or socket is away. */
const UNREACHABLE = /^(ECONN|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|EAI_AGAIN)/;

/** True when a check of this name refused a row. */
export function breaksCheck(cause: unknown, check: string): boolean {
  return sqlState(cause) === '23514' && cause instanceof Error && 'constraint' in cause && cause.constraint === check;
}
