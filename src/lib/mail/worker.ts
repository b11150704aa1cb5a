/**
 * Carries the outbox out. Any number of nodes may run one: a mail is claimed for a lease, sent without holding a lock or
 * a connection, then settled. What stays true:
 * - a mail is lost by no failure of the mail server, and sent twice only if the process dies, or loses the database for
 *   longer than a lease, between the server's yes and the settling, where one mail of a worker is at a time;
 * - while the mail server is down, one mail at a time is tried, so that recovery is noticed soon and nothing piles up;
 * - only the database's clock decides;
 * - nothing of a body reaches the log.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../db/client.ts';
import type { Secrets } from '../secrets.ts';
import {
  backoffSeconds,
  isGivenUp,
  isTooLate,
  KEPT_DAYS,
  type OwnCompany,
  PACE,
  type Pace,
  senderOf,
} from './rules.ts';
import { type MailBody, unseal } from './seal.ts';
import { configureMail } from './service.ts';
import { type Claim, claimMails, deleteSettledMails, endMail, markSent, postponeMail, renewClaim } from './store.ts';
import { DeliveryError, type MailTransport } from './transport.ts';
import { oneByOne } from './turns.ts';

export interface MailWorkerOptions {
  /** Not bound to a company: mails of all companies leave by one way. */
  readonly db: Db;
  readonly transport: MailTransport;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly secrets: Pick<Secrets, 'key'>;
  /** The sender, `Name <address>` or an address. */
  readonly from: string;
  /** The company that the name in `from` is of. */
  readonly own: OwnCompany;
  /** How often the table is looked at when nobody calls `wake`. */
  readonly intervalMs?: number;
  readonly pace?: Partial<Pace>;
}

export interface MailWorker {
  /** A commit may have left something to send. Returns at once. */
  wake(): void;
  /** Takes nothing new, lets what is under way finish (for `drainSeconds`), cuts off the rest, closes the transport. */
  stop(): Promise<void>;
}

interface UnderWay {
  readonly claim: Claim;
  /** Settles when the lease is not being renewed. */
  renewing: Promise<void>;
  readonly done: Promise<void>;
}

const HOUR_MS = 3_600_000;

export function startMailWorker(options: MailWorkerOptions): MailWorker {
  const { db, transport, log, secrets, from, own, intervalMs = 1000 } = options;
  const key = secrets.key('mail');
  configureMail({ secrets, from });
  const pace: Pace = { ...PACE, ...options.pace };
  const underWay = new Map<string, UnderWay>();
  const cutOff = new AbortController();
  const lastLines = oneByOne();
  let stopping = false;
  let pumping: Promise<void> | null = null;
  let wokenAgain = false;
  /** Failures of the mail server in a row; the gate is closed after each for a while. */
  let serverFailures = 0;
  let gateTimer: NodeJS.Timeout | null = null;

  function wake(): void {
    if (stopping) return;
    if (pumping) {
      wokenAgain = true;
      return;
    }
    pumping = pump()
      .catch((cause: unknown) => log.warn({ err: cause }, 'mail: the outbox can not be read'))
      .finally(() => {
        pumping = null;
        if (wokenAgain) {
          wokenAgain = false;
          wake();
        }
      });
  }

  async function pump(): Promise<void> {
    while (!stopping && !gateTimer) {
      const room = (serverFailures > 0 ? 1 : pace.concurrency) - underWay.size;
      if (room <= 0) return;
      const claims = await claimMails(db, room, pace.leaseSeconds);
      for (const claim of claims) start(claim);
      if (claims.length < room) return;
    }
  }

  function start(claim: Claim): void {
    const known = underWay.get(claim.id);
    if (known) {
      // Our own, whose lease ran out while the database was away: it is still under way, so only the lease is new.
      known.claim.lease = claim.lease;
      return;
    }
    const done = Promise.resolve()
      .then(() => deliver(claim))
      .catch((cause: unknown) => log.warn({ err: cause, mail: claim.id }, 'mail: could not be settled'))
      .finally(() => {
        underWay.delete(claim.id);
        // Claimed several at a time: each look at the table is a statement that requests would have run.
        if (underWay.size <= pace.concurrency / 2) wake();
      });
    underWay.set(claim.id, { claim, renewing: Promise.resolve(), done });
  }

  async function deliver(claim: Claim): Promise<void> {
    const end = (state: 'DISCARDED' | 'FAILED', error: string | null) =>
      settle(claim, () => endMail(db, claim, state, { attempts: claim.attempts, error }));
    if (claim.discard) return end('DISCARDED', null);
    if (!claim.payload) return end('FAILED', 'The row has no body.');
    let body: MailBody;
    try {
      body = unseal(key, claim.id, claim.payload);
    } catch (cause) {
      const error = cause instanceof Error ? cause.message : 'The sealed mail does not open.';
      log.error({ mail: claim.id, kind: claim.kind }, `mail: ${error}`);
      return settle(claim, () =>
        postponeMail(db, claim, { delaySeconds: pace.retryMaxSeconds, attempts: claim.attempts, error }),
      );
    }
    if (isTooLate(claim.ageSeconds, body.validSeconds))
      return end('DISCARDED', 'Its code ran out before it could leave.');
    const turn = lastLines.turn();
    try {
      await hand(claim, body, turn.come);
    } finally {
      turn.end();
    }
  }

  /** @param beforeLast see `MailTransport.send` */
  async function hand(claim: Claim, { text, html }: MailBody, beforeLast: () => Promise<void>): Promise<void> {
    try {
      const signal = AbortSignal.any([cutOff.signal, AbortSignal.timeout(pace.sendSeconds * 1000)]);
      const { id, to, subject, messageId, createdAt } = claim;
      const sender = senderOf(from, claim.company, own);
      await transport.send({ id, from: sender, to, subject, text, html, messageId, createdAt }, signal, beforeLast);
    } catch (cause) {
      return failed(claim, cause);
    }
    if (serverFailures > 0) log.info({ failures: serverFailures }, 'mail: the mail server takes mails again');
    serverFailures = 0;
    await settle(claim, () => markSent(db, claim.id));
    log.info({ mail: claim.id, kind: claim.kind, transport: transport.name }, 'mail: sent');
  }

  async function failed(claim: Claim, cause: unknown): Promise<void> {
    // Cut off by our own stop: whether the server took it is unknown, so the lease runs out and a later try decides.
    if (cutOff.signal.aborted) return;
    const failure = cause instanceof DeliveryError ? cause.failure : 'server';
    const error = cause instanceof DeliveryError ? cause.message : 'The mail could not be handed over.';
    const facts = { mail: claim.id, kind: claim.kind, failure, error };
    if (failure === 'server') {
      const delaySeconds = closeGate();
      log.warn({ ...facts, delaySeconds }, 'mail: the mail server failed');
      return settle(claim, () => postponeMail(db, claim, { delaySeconds, attempts: claim.attempts, error }));
    }
    const attempts = claim.attempts + 1;
    if (isGivenUp(failure, attempts, claim.ageSeconds)) {
      log.error({ ...facts, attempts }, 'mail: given up');
      return settle(claim, () => endMail(db, claim, 'FAILED', { attempts, error }));
    }
    const delaySeconds = backoffSeconds(attempts, pace.retryFirstSeconds, pace.retryMaxSeconds, Math.random());
    log.warn({ ...facts, attempts, delaySeconds }, 'mail: refused for now');
    await settle(claim, () => postponeMail(db, claim, { delaySeconds, attempts, error }));
  }

  /** @returns for how many seconds nothing is tried. */
  function closeGate(): number {
    // Several that fail together are one failure of the server, not several.
    if (!gateTimer) serverFailures++;
    const seconds = backoffSeconds(serverFailures, pace.gateFirstSeconds, pace.gateMaxSeconds, Math.random());
    gateTimer ??= setTimeout(() => {
      gateTimer = null;
      wake();
    }, seconds * 1000).unref();
    return seconds;
  }

  /** Tries until the database takes it: a mail that is out but not marked would go out again. */
  async function settle(claim: Claim, write: () => Promise<void>): Promise<void> {
    for (let tries = 1; ; tries++) {
      await underWay.get(claim.id)?.renewing;
      try {
        return await write();
      } catch (cause) {
        if (cutOff.signal.aborted) throw cause;
        log.warn({ err: cause, mail: claim.id }, 'mail: the outbox can not be written');
        await sleep(backoffSeconds(tries, 0.2, 5, Math.random()) * 1000, undefined, { signal: cutOff.signal });
      }
    }
  }

  function renew(): void {
    for (const it of underWay.values()) {
      it.renewing = it.renewing.then(async () => {
        try {
          it.claim.lease = (await renewClaim(db, it.claim, pace.leaseSeconds)) ?? it.claim.lease;
        } catch (cause) {
          log.warn({ err: cause, mail: it.claim.id }, 'mail: the lease can not be renewed');
        }
      });
    }
  }

  function tidy(): void {
    deleteSettledMails(db, KEPT_DAYS).catch((cause: unknown) => log.warn({ err: cause }, 'mail: old rows stay'));
  }

  async function stop(): Promise<void> {
    stopping = true;
    for (const timer of timers) clearInterval(timer);
    if (gateTimer) clearTimeout(gateTimer);
    await pumping;
    const rest = Promise.all([...underWay.values()].map((it) => it.done));
    const within = (seconds: number) => Promise.race([rest, sleep(seconds * 1000, undefined, { ref: false })]);
    await within(pace.drainSeconds);
    cutOff.abort();
    transport.close();
    await within(1);
  }

  const timers = [
    setInterval(wake, intervalMs).unref(),
    setInterval(renew, (pace.leaseSeconds * 1000) / 3).unref(),
    setInterval(tidy, HOUR_MS).unref(),
  ];
  tidy();
  wake();
  return { wake, stop };
}
