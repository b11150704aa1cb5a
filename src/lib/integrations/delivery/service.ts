/**
 * Sends the events of companies to their webhooks, apart from all requests. Any number of nodes may do it. Invariants:
 * - the deliveries of an event are made once, by the place of the event in the trail, so that nothing that happened while a receiver
 *   or this program was away is left out;
 * - a delivery is claimed for a lease, sent without a lock or a connection, then settled: it is sent twice only if the process
 *   dies, or loses the database for longer than a lease, while it is in flight;
 * - a slow receiver has a few connections of its own and delays no other one;
 * - only the database's clock decides.
 */
import type { Logger } from 'pino';
import { notifyAdmins } from '../../accounts/admins/service.ts';
import { record } from '../../audit/service.ts';
import { mailBrand, publicOriginOf } from '../../companies/service.ts';
import { findSite } from '../../companies/store.ts';
import type { Config } from '../../config.ts';
import { assert } from '../../core/errors.ts';
import { type Database, type Db, inTransaction } from '../../db/client.ts';
import { webhookEnded } from '../../mail/templates/integrations.ts';
import { countWebhookTry } from '../../metrics/service.ts';
import { type Secrets, unsealText } from '../../secrets.ts';
import { eventView } from '../events/mapper.ts';
import { EVENT_ACTIONS } from '../events/rules.ts';
import { findLast, listBetween } from '../events/store.ts';
import { send } from '../sending/service.ts';
import { bodyOf, messageIdOf } from '../webhooks/message.rules.ts';
import { FAILURES_MAX, type Outcome, verdictOf } from '../webhooks/rules.ts';
import * as store from './store.ts';

const ROUND_MS = 1_000;
/** Events of one webhook that are turned into deliveries in one transaction. */
const BATCH = 200;
/** Longer than a try can take. */
const LEASE_SECONDS = 60;
/** In flight at a time: to one webhook, to those of one company, and to all. */
const OF_ONE_MAX = 4;
const OF_COMPANY_MAX = 10;
const OF_ALL_MAX = 32;
/** What a stop waits for. After it the tries in flight are cut off, and made again by the next program. */
const DRAIN_MS = 2_000;
const RETENTION_DAYS = 30;
/** As the metric names them. */
const OUTCOMES = { DELIVERED: 'delivered', WAITING: 'failed', FAILED: 'given_up' } as const;

interface Home {
  readonly config: Config;
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'keys'>;
  readonly log: Pick<Logger, 'warn'>;
  readonly wakeMail: () => void;
}

/** For housekeeping. */
export const deleteEndedDeliveries = (db: Db): Promise<void> => store.deleteOldDeliveries(db, RETENTION_DAYS);

/** Makes the deliveries of a webhook for what happened since the last time. @returns whether more events are there */
async function fanOut({ database }: Home, webhook: store.WebhookId): Promise<boolean> {
  const { companyId } = webhook;
  return inTransaction(database.company(companyId), async (tx) => {
    const webhookRow = await store.lockWebhook(tx, webhook);
    const last = await findLast(tx, companyId);
    if (!webhookRow || last === null || last <= webhookRow.position) return false;
    const bounds = { after: webhookRow.position, upTo: last, limit: BATCH };
    const rows = await listBetween(tx, companyId, bounds, EVENT_ACTIONS);
    const deliveries = rows
      .map((row) => ({ position: row.position, event: eventView(row) }))
      .filter(({ event }) => webhookRow.types.length === 0 || webhookRow.types.includes(event.type))
      .map(({ position, event }) => ({ position, type: event.type, body: bodyOf(event) }));
    const hasMore = rows.length === BATCH;
    await store.insertDeliveries(tx, webhook, deliveries, hasMore ? (rows.at(-1)?.position ?? last) : last);
    return hasMore;
  });
}

function secretsOf({ secrets }: Home, { webhookId, secret, previousSecret }: store.Claim): string[] {
  return [secret, previousSecret].flatMap((bytes) => {
    const text = bytes && unsealText(secrets.keys('webhooks'), webhookId, bytes);
    return text ? [text] : [];
  });
}

async function attempt(home: Home, claim: store.Claim, signal: AbortSignal): Promise<Outcome> {
  const secrets = secretsOf(home, claim);
  if (secrets.length === 0)
    return { error: 'The secret cannot be read since APP_SECRET was changed. Make a new secret.' };
  const message = { id: messageIdOf(claim.id), sentAt: claim.now, body: claim.body };
  return send(claim.url, message, secrets, { allowsLoopback: home.config.webhookLoopback, signal });
}

async function settle(home: Home, companyId: string, claim: store.Claim, outcome: Outcome): Promise<void> {
  const verdict = verdictOf(outcome, claim.attempts);
  const settled = await inTransaction(home.database.company(companyId), async (tx) => {
    await store.lockOwner(tx, companyId, claim.webhookId);
    if (!(await store.settle(tx, companyId, claim, verdict))) return null;
    if (verdict.state === 'DELIVERED') {
      await store.clearFailures(tx, companyId, claim.webhookId);
      return { hasEnded: false };
    }
    const ended = await store.countFailure(tx, companyId, claim.webhookId, verdict.isGone, FAILURES_MAX);
    if (ended) await reportEnd(home, tx, companyId, claim.webhookId, { ...ended, error: verdict.error ?? '' });
    return { hasEnded: ended !== null };
  });
  if (settled) countWebhookTry(OUTCOMES[verdict.state]);
  if (settled?.hasEnded) home.wakeMail();
}

async function reportEnd(
  home: Home,
  tx: Db,
  companyId: string,
  id: string,
  ended: { name: string; url: string; state: 'PAUSED' | 'DISABLED'; error: string },
): Promise<void> {
  const site = await findSite(home.database.platform, { companyId, symbol: '' });
  assert(site, 'a webhook has a company');
  const brand = mailBrand({ company: site.company, origin: publicOriginOf(home, site.primaryHost) });
  await record(tx, {
    scopeId: companyId,
    actor: null,
    action: ended.state === 'PAUSED' ? 'webhook.pause' : 'webhook.disable',
    subjectKind: 'webhook',
    subjectId: id,
    after: { state: ended.state, error: ended.error },
  });
  const kind = ended.state === 'PAUSED' ? 'webhook-paused' : 'webhook-disabled';
  await notifyAdmins(tx, site, kind, webhookEnded({ brand, ...ended }));
}

/** @returns a function that claims nothing more and waits for what is in flight */
export function startWebhooks(home: Home): () => Promise<void> {
  const worker = new Worker(home);
  return () => worker.stop();
}

const sizeOf = (all: readonly InFlight[]): number => all.reduce((sum, { tries }) => sum + tries.size, 0);

interface InFlight {
  readonly companyId: string;
  readonly tries: Set<Promise<void>>;
}

class Worker {
  readonly #home: Home;
  readonly #cutOff = new AbortController();
  /** What is in flight, by webhook. */
  readonly #inFlight = new Map<string, InFlight>();
  readonly #timer: NodeJS.Timeout;
  #round: Promise<void> | null = null;
  #settling: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(home: Home) {
    this.#home = home;
    this.#timer = setInterval(() => this.#wake(), ROUND_MS).unref();
  }

  #wake(): void {
    if (this.#isStopping || this.#round) return;
    this.#round = this.#work()
      .catch((cause: unknown) => {
        if (!this.#isStopping)
          this.#home.log.warn({ err: cause }, 'webhooks: the deliveries cannot be read; tried again');
      })
      .finally(() => {
        this.#round = null;
      });
  }

  async #work(): Promise<void> {
    const { platform } = this.#home.database;
    for (const webhook of await store.listBehind(platform))
      while (!this.#isStopping && (await fanOut(this.#home, webhook)));
    const due = await store.listDue(platform);
    // A company with the fewest tries in flight comes first, so that a few with slow receivers do not take every place again.
    due.sort((a, b) => this.#countOfCompany(a.companyId) - this.#countOfCompany(b.companyId));
    for (const webhook of due) {
      const ofCompany = OF_COMPANY_MAX - this.#countOfCompany(webhook.companyId);
      const count = Math.min(OF_ONE_MAX - this.#countOf(webhook.id), ofCompany, OF_ALL_MAX - this.#countOfAll());
      if (this.#isStopping || count <= 0) continue;
      const db = this.#home.database.company(webhook.companyId);
      for (const claim of await store.claimDue(db, webhook, count, LEASE_SECONDS)) this.#start(webhook, claim);
    }
  }

  #countOf = (id: string): number => this.#inFlight.get(id)?.tries.size ?? 0;
  #countOfAll = (): number => sizeOf([...this.#inFlight.values()]);
  #countOfCompany = (id: string): number => sizeOf([...this.#inFlight.values()].filter((it) => it.companyId === id));

  #start({ companyId, id }: store.WebhookId, claim: store.Claim): void {
    const { tries } = this.#inFlight.get(id) ?? this.#open(companyId, id);
    const done: Promise<void> = attempt(this.#home, claim, this.#cutOff.signal)
      .then((outcome) => this.#settle(companyId, claim, outcome))
      .catch((cause: unknown) =>
        this.#home.log.warn({ err: cause, delivery: claim.id }, 'webhooks: could not be settled'),
      )
      .finally(() => {
        tries.delete(done);
        if (tries.size > 0) return;
        this.#inFlight.delete(id);
        this.#wake();
      });
    tries.add(done);
  }

  #open(companyId: string, id: string): InFlight {
    const opened = { companyId, tries: new Set<Promise<void>>() };
    this.#inFlight.set(id, opened);
    return opened;
  }

  /** One at a time: the connections are there for requests. */
  #settle(companyId: string, claim: store.Claim, outcome: Outcome): Promise<void> {
    const isCutOff = this.#cutOff.signal.aborted && 'error' in outcome;
    const work = (): Promise<void> =>
      isCutOff
        ? store.release(this.#home.database.company(companyId), companyId, claim)
        : settle(this.#home, companyId, claim, outcome);
    const settled = this.#settling.then(work);
    this.#settling = settled.catch(() => {});
    return settled;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#round;
    const rest = Promise.all([...this.#inFlight.values()].flatMap(({ tries }) => [...tries]));
    const cut = setTimeout(() => this.#cutOff.abort(), DRAIN_MS);
    await rest;
    clearTimeout(cut);
  }
}
