import { contract } from '../../core/contract.ts';
import { out } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';

const count = z.number();
const byMethod = z.object({ total: count, bank: count, upi: count, manual: count, crypto: count });

const figures = {
  members: count,
  verified: count,
  /** Numbers of purchases by status, each by payment method. */
  purchases: z.object({ pending: byMethod, approved: byMethod, rejected: byMethod, reversed: byMethod }),
  /** Final amounts of approved purchases, by payment method. */
  collected: z.object({ total: out.money, bank: out.money, upi: out.money, manual: out.money, crypto: out.money }),
  /** Tokens for the pre-launch sale: credited to members, held by pending purchases, and remaining. */
  privateSupply: out.quantity,
  sold: out.quantity,
  held: out.quantity,
  remaining: out.quantity,
  /** Pending purchases that have waited longer than 24 hours. */
  waitingLong: count,
  /** Mails that have waited longer than ten minutes or have failed in the last days. */
  mailsStuck: count,
};

export const companyFigures = z.object({
  id: z.string(),
  companyName: z.string(),
  tokenName: z.string(),
  tokenSymbol: z.string(),
  /** From the token's catalogue entry; null if the catalogue has no such token. */
  iconUrl: z.nullable(z.string()),
  isPaused: z.boolean(),
  /** It has left for another cluster: these are the figures of that day. */
  isMoved: z.boolean(),
  ...figures,
});
export type CompanyFigures = z.output<typeof companyFigures>;

/** Totals of all companies; `mailsStuck` includes the platform's own mails. */
export const platformTotals = z.object({ companies: count, ...figures });
export type PlatformTotals = z.output<typeof platformTotals>;

const wellness = z.enum(['good', 'warning', 'bad']);

export const health = z.object({
  database: z.object({
    state: wellness,
    /** The version of the server, such as '18.4'. */
    version: z.string(),
    /** Duration of one query in milliseconds. */
    roundTripMs: count,
    /** Null if the server does not tell. */
    sizeBytes: z.nullable(count),
  }),
  mail: z.object({
    state: wellness,
    /** The way mails are sent: by SMTP, or to the folder of the outbox. */
    way: z.enum(['smtp', 'folder']),
    waiting: count,
    stuck: count,
    failed: count,
    /** The reason why a node cannot send mails, from the mail server; null while mails can be sent. */
    problem: z.nullable(z.string()),
    oldestWaitingAt: z.nullable(out.time),
    lastSentAt: z.nullable(out.time),
  }),
  nodes: z.array(
    z.object({
      /** `host:port` */
      name: z.string(),
      state: wellness,
      version: z.string(),
      startedAt: out.time,
      seenAt: out.time,
      disk: z.object({ state: wellness, freeBytes: z.nullable(count), totalBytes: z.nullable(count) }),
    }),
  ),
  verifications: z.array(
    z.object({
      kind: z.enum(['ledger', 'audit', 'files']),
      state: wellness,
      /** Null before the first run. */
      ranAt: z.nullable(out.time),
      entries: count,
      /** The first mismatch, or the files that are missing; null if everything matches. */
      fault: z.nullable(z.string()),
    }),
  ),
});
export type Health = z.output<typeof health>;

export const superDashboard = z.object({ totals: platformTotals, companies: z.array(companyFigures), health });
export type SuperDashboard = z.output<typeof superDashboard>;

export const getSuperDashboard = contract(calls.getSuperDashboard, {
  input: z.object({}),
  output: superDashboard,
  summary: 'Returns the figures of every company, the totals and the health of the platform.',
});
