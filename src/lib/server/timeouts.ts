/**
 * In milliseconds. A proxy in front must close idle connections earlier and wait for a request and an answer at least as long.
 * An upload of 6 MiB takes 64 minutes at the slowest pace that is accepted (`http/body.ts`).
 */
export const TIMEOUTS_MS = { requestTimeout: 65 * 60_000, headersTimeout: 15_000, keepAliveTimeout: 65_000 } as const;
/** How often the two first are checked. */
export const TIMEOUT_CHECK_MS = 5_000;
/** How long a client may take nothing of a response. */
export const TAKE_NOTHING_MS = 30_000;
/** How long a client may still read an error response before its connection is destroyed. */
export const LINGER_MS = 2_000;
