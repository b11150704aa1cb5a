/** Sends one claimed mail and settles its row. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { assert } from '../../core/errors.ts';
import type { Db } from '../../db/client.ts';
import { type MailBody, unseal } from '../encryption.ts';
import { backoffSeconds, isGivenUp, isTooLate, LANE, type OwnCompany, type Pace, senderOf } from '../rules.ts';
import { type Claim, endMail, markHanded, markSent, postponeMail } from '../store.ts';
import { withDeadline } from './deadline.ts';
import type { Gate } from './gate.ts';
import { DeliveryError, type MailTransport } from './transport.ts';

export interface Delivery {
  readonly db: Db;
  readonly transport: MailTransport;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Decrypts the bodies. */
  readonly keys: readonly Buffer[];
  readonly from: string;
  readonly own: OwnCompany;
  readonly pace: Pace;
  readonly gate: Gate;
  /** Aborts what is in flight when the worker stops. */
  readonly cutOff: AbortSignal;
  /** Receives the reason why mails cannot be sent, and null once one is sent. */
  report(problem: string | null): void;
  /** Resolves when the mail's lease is not being renewed, so that `claim.lease` is current. */
  renewalOf(id: string): Promise<void>;
}

/** A code is sent at most once (decision 0190). The person asks for another one. */
const CUT_OFF = 'Its delivery was cut off. A code is never sent twice.';

const READDRESSED = 'The row has another address than the mail was written for, so it was changed outside the program.';

export async function deliver(delivery: Delivery, claim: Claim): Promise<void> {
  const { db, keys, log, pace } = delivery;
  const { attempts } = claim;
  const end = (state: 'DISCARDED' | 'FAILED', error: string | null) =>
    settle(delivery, claim, () => endMail(db, claim, state, { attempts, error }));
  if (claim.discard) return end('DISCARDED', null);
  if (!claim.payload) return end('FAILED', 'The row has no body.');
  let body: MailBody;
  try {
    body = unseal(keys, claim.id, claim.payload);
  } catch (cause) {
    const error = cause instanceof Error ? cause.message : 'The sealed mail cannot be read.';
    log.error({ mail: claim.id, kind: claim.kind }, `mail: ${error}`);
    const delaySeconds = pace.retryMaxSeconds;
    return settle(delivery, claim, () => postponeMail(db, claim, { delaySeconds, attempts, error }));
  }
  if (body.to !== undefined && body.to !== claim.to) return end('FAILED', READDRESSED);
  if (claim.isHanded) return end('DISCARDED', CUT_OFF);
  if (isTooLate(claim.ageSeconds, body.validSeconds))
    return end('DISCARDED', 'Its code expired before it could be sent.');
  return send(delivery, claim, body);
}

/** Sends the mail and settles its row by the outcome. */
async function send(delivery: Delivery, claim: Claim, { text, html, unsubscribeUrl }: MailBody): Promise<void> {
  const { db, transport, pace, gate, log, from, own, cutOff } = delivery;
  let isHanded = false;
  let isOver = false;
  const markFirst = async (): Promise<void> => {
    await delivery.renewalOf(claim.id);
    const isMarked = await markHanded(db, claim);
    // A rejection keeps the last line back: the claim is lost, or the connection was cut meanwhile.
    assert(isMarked && !isOver, 'The code was not handed over.');
    isHanded = true;
  };
  try {
    const { id, to, subject, messageId, createdAt } = claim;
    const sender = senderOf(from, claim.company, own);
    const mail = {
      id,
      from: sender,
      to,
      subject,
      text,
      html,
      messageId,
      createdAt,
      unsubscribeUrl: unsubscribeUrl ?? null,
    };
    await withDeadline(cutOff, pace.sendSeconds * 1000, (signal) =>
      transport.send(mail, signal, ...(claim.lane === LANE.code ? [markFirst] : [])),
    );
  } catch (cause) {
    isOver = true;
    return handleFailure(delivery, claim, cause, isHanded);
  }
  if (gate.failures() > 0) log.info({ failures: gate.failures() }, 'mail: the mail server accepts mails again');
  gate.succeed();
  delivery.report(null);
  await settle(delivery, claim, () => markSent(db, claim));
  log.info({ mail: claim.id, kind: claim.kind, transport: transport.name }, 'mail: sent');
}

async function handleFailure(delivery: Delivery, claim: Claim, cause: unknown, isHanded: boolean): Promise<void> {
  const { db, log, pace, gate, cutOff } = delivery;
  // Aborted by our own stop, so the server may have accepted the mail: the lease expires and a later attempt decides.
  if (cutOff.aborted) return;
  const failure = cause instanceof DeliveryError ? cause.failure : 'server';
  const error = cause instanceof DeliveryError ? cause.message : 'The mail could not be sent.';
  const facts = { mail: claim.id, kind: claim.kind, failure, error };
  // Also for a 421 of a server that stops: it may have queued the code before.
  if (isHanded && failure === 'server') {
    gate.fail();
    log.warn(facts, 'mail: a code was cut off and is not sent again');
    return settle(delivery, claim, () => endMail(db, claim, 'DISCARDED', { attempts: claim.attempts, error: CUT_OFF }));
  }
  const postpone = (delaySeconds: number, attempts: number) =>
    settle(delivery, claim, () => postponeMail(db, claim, { delaySeconds, attempts, error }));
  if (failure === 'server') {
    const delaySeconds = gate.fail();
    if (gate.failures() > 1) delivery.report(error);
    log.warn({ ...facts, delaySeconds }, 'mail: the mail server failed');
    return postpone(delaySeconds, claim.attempts);
  }
  const attempts = claim.attempts + 1;
  if (isGivenUp(failure, attempts, claim.ageSeconds)) {
    log.error({ ...facts, attempts }, 'mail: given up');
    return settle(delivery, claim, () => endMail(db, claim, 'FAILED', { attempts, error }));
  }
  const delaySeconds = backoffSeconds(attempts, pace.retryFirstSeconds, pace.retryMaxSeconds, Math.random());
  log.warn({ ...facts, attempts, delaySeconds }, 'mail: refused for now');
  return postpone(delaySeconds, attempts);
}

/** Retries until the database accepts it: a mail that was sent but not marked would be sent again. */
async function settle({ renewalOf, cutOff, log }: Delivery, claim: Claim, write: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    await renewalOf(claim.id);
    try {
      return await write();
    } catch (cause) {
      if (cutOff.aborted) throw cause;
      log.warn({ err: cause, mail: claim.id }, 'mail: the outbox cannot be written');
      await sleep(backoffSeconds(tries, 0.2, 5, Math.random()) * 1000, undefined, { signal: cutOff });
    }
  }
}
