/**
 * Security events in the log, one line each, for operators and their alerting (docs/operations.md, What to watch). They name
 * the account; an address without an account is a keyed hash, which still shows that two events are about the same one.
 */
import { countSecurityEvent } from '../../metrics/service.ts';
import type { Scope } from '../../scope.ts';

export interface SecurityEvent {
  readonly event:
    | 'sign-in failed'
    | 'sign-in limited'
    | 'code wrong'
    | 'code limited'
    | 'password wrong'
    | 'passkey refused'
    | 'factor wrong'
    | 'factor limited';
  readonly reason: string;
  /** Null if the address has no account. */
  readonly accountId: string | null;
  /** Lower-case; for a passkey its credential id. */
  readonly address: string;
  /** Attempts in the window of the limit that counts them. */
  readonly attempts?: number;
}

export function logSecurityEvent(
  { app, company, request }: Pick<Scope, 'app' | 'company' | 'request'>,
  { event, reason, accountId, address, attempts }: SecurityEvent,
): void {
  const account = accountId ?? `unknown-${app.secrets.mac('limits', `log\0${address}`).toString('hex').slice(0, 16)}`;
  const fields = {
    security: event,
    reason,
    account,
    attempts,
    company: company.id,
    ip: request.ip,
    requestId: request.id,
  };
  countSecurityEvent(event);
  app.log.warn(fields, `security: ${event}`);
}
