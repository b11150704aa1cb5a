/**
 * Sends the mails of the outbox. Any number of nodes may run a worker: a mail is claimed for a lease, sent without a database
 * lock or connection, then settled. Invariants:
 * - codes go first, then decisions, then the rest; mails other than codes never use all connections;
 * - no failure of the mail server loses a mail other than a code that was cut off at its end;
 * - a code is sent at most once; another mail is sent twice only if the process dies, or loses the database for longer than a
 *   lease, while the mail is in flight;
 * - while the mail server is down, one mail at a time is tried, so that recovery is noticed soon and nothing piles up;
 * - only the database's clock decides;
 * - nothing of a body reaches the log.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Db } from '../../db/client.ts';
import type { Secrets } from '../../secrets.ts';
import { LANE, type Lane, type OwnCompany, PACE, type Pace } from '../rules.ts';
import { configureMail } from '../service.ts';
import { type Claim, claimMails, renewClaim } from '../store.ts';
import { type Delivery, deliver } from './delivery.ts';
import { createGate } from './gate.ts';
import { DeliveryError, type MailTransport } from './transport.ts';

export interface MailWorkerOptions {
  /** Not bound to a company: the mails of all companies are sent the same way. */
  readonly db: Db;
  readonly transport: MailTransport;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly secrets: Pick<Secrets, 'key' | 'keys'>;
  /** The sender, `Name <address>` or an address. */
  readonly from: string;
  /** The company that the name in `from` belongs to. */
  readonly own: OwnCompany;
  /** How often the table is read without a call of `wake`. */
  readonly intervalMs?: number;
  readonly pace?: Partial<Pace>;
}

export interface MailWorker {
  /** Call it after a commit that may have added a mail. Does not wait for the sending. */
  wake(): void;
  /** The reason why no mail can be sent, for the health board; null while mails can be sent. */
  problem(): string | null;
  /** Claims nothing new, waits up to `drainSeconds` for mails in flight, aborts the rest, closes the transport. */
  stop(): Promise<void>;
}

interface InFlight {
  readonly claim: Claim;
  /** Settles when the lease is not being renewed. */
  renewing: Promise<void>;
  readonly done: Promise<void>;
}

const MINUTE_MS = 60_000;

export function startMailWorker(options: MailWorkerOptions): MailWorker {
  configureMail(options);
  return new OutboxWorker(options);
}

class OutboxWorker implements MailWorker {
  readonly #delivery: Delivery;
  readonly #inFlight = new Map<string, InFlight>();
  readonly #cutOff = new AbortController();
  readonly #timers: readonly NodeJS.Timeout[];
  #isStopping = false;
  #problem: string | null = null;
  #claiming: Promise<void> | null = null;
  #isWokenAgain = false;

  constructor({ secrets, intervalMs = 1000, ...options }: MailWorkerOptions) {
    const pace: Pace = { ...PACE, ...options.pace };
    this.#delivery = {
      ...options,
      pace,
      keys: secrets.keys('mail'),
      gate: createGate(pace, () => this.wake()),
      cutOff: this.#cutOff.signal,
      report: (problem) => {
        this.#problem = problem;
      },
      renewalOf: (id) => this.#inFlight.get(id)?.renewing ?? Promise.resolve(),
    };
    this.#timers = [
      setInterval(() => this.wake(), intervalMs).unref(),
      setInterval(() => this.#renewLeases(), (pace.leaseSeconds * 1000) / 3).unref(),
      setInterval(() => this.#problem !== null && this.#check(), MINUTE_MS).unref(),
    ];
    this.#check();
    this.wake();
  }

  wake(): void {
    if (this.#isStopping) return;
    if (this.#claiming) {
      this.#isWokenAgain = true;
      return;
    }
    this.#claiming = this.#claimAll()
      .catch((cause: unknown) => this.#delivery.log.warn({ err: cause }, 'mail: the outbox cannot be read'))
      .finally(() => {
        this.#claiming = null;
        if (!this.#isWokenAgain) return;
        this.#isWokenAgain = false;
        this.wake();
      });
  }

  problem(): string | null {
    return this.#problem;
  }

  /** Connects to the mail server, so that a wrong setting is noticed before the first mail. */
  #check(): void {
    const { transport, log, cutOff } = this.#delivery;
    transport.check(cutOff).then(
      () => {
        this.#problem = null;
      },
      (cause: unknown) => {
        if (cutOff.aborted) return;
        const error = cause instanceof DeliveryError ? cause.message : 'The mail server cannot be used.';
        if (error !== this.#problem) log.error({ error }, 'mail: the mail server cannot be used');
        this.#problem = error;
      },
    );
  }

  async #claimAll(): Promise<void> {
    const { db, pace } = this.#delivery;
    while (!this.#isStopping) {
      const { limit, laneMax } = this.#room();
      if (limit <= 0) return;
      const claims = await claimMails(db, limit, pace.leaseSeconds, laneMax);
      for (const claim of claims) this.#start(claim);
      if (claims.length < limit) return;
    }
  }

  /** How many mails may be claimed now, and of which lanes. */
  #room(): { limit: number; laneMax: Lane } {
    const { pace, gate } = this.#delivery;
    const width = gate.width();
    const free = width - this.#inFlight.size;
    const others = [...this.#inFlight.values()].filter((mail) => mail.claim.lane !== LANE.code).length;
    const forOthers = width - Math.min(pace.codeReserve, Math.floor(width / 4)) - others;
    return forOthers > 0
      ? { limit: Math.min(free, forOthers), laneMax: LANE.bulk }
      : { limit: free, laneMax: LANE.code };
  }

  #start(claim: Claim): void {
    const known = this.#inFlight.get(claim.id);
    if (known) {
      // Our own mail, whose lease expired while the database was away: it is still being sent, so only the lease changes.
      known.claim.lease = claim.lease;
      return;
    }
    const { log, pace } = this.#delivery;
    const done = Promise.resolve()
      .then(() => deliver(this.#delivery, claim))
      .catch((cause: unknown) => log.warn({ err: cause, mail: claim.id }, 'mail: could not be settled'))
      .finally(() => {
        this.#inFlight.delete(claim.id);
        // Claims several at a time, because each query takes capacity from requests.
        if (this.#inFlight.size <= (pace.concurrency * 3) / 4) this.wake();
      });
    this.#inFlight.set(claim.id, { claim, renewing: Promise.resolve(), done });
  }

  #renewLeases(): void {
    const { db, pace, log } = this.#delivery;
    for (const mail of this.#inFlight.values()) {
      mail.renewing = mail.renewing.then(async () => {
        try {
          mail.claim.lease = (await renewClaim(db, mail.claim, pace.leaseSeconds)) ?? mail.claim.lease;
        } catch (cause) {
          log.warn({ err: cause, mail: mail.claim.id }, 'mail: the lease cannot be renewed');
        }
      });
    }
  }

  async stop(): Promise<void> {
    const { gate, pace, transport } = this.#delivery;
    this.#isStopping = true;
    for (const timer of this.#timers) clearInterval(timer);
    gate.stop();
    await this.#claiming;
    const rest = Promise.all([...this.#inFlight.values()].map((mail) => mail.done));
    const within = (seconds: number) => Promise.race([rest, sleep(seconds * 1000, undefined, { ref: false })]);
    await within(pace.drainSeconds);
    this.#cutOff.abort();
    transport.close();
    await within(1);
  }
}
