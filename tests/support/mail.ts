/** An outbox table of its own for a test file, with workers and mail servers that end with each test. */

import type { Selectable } from 'kysely';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Db } from '@/lib/db/client.ts';
import type { Mails } from '@/lib/db/schema/mails.ts';
import { PACE, type Pace } from '@/lib/mail/rules.ts';
import { configureMail, enqueue, type Mail } from '@/lib/mail/service.ts';
import { registrationCode } from '@/lib/mail/templates/auth.ts';
import { type MailTransport, smtpTransport } from '@/lib/mail/worker/transport.ts';
import { type MailWorker, startMailWorker } from '@/lib/mail/worker/worker.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { type TestDatabase, testDatabase } from './db.ts';
import { type Smtp, type SmtpOptions, startSmtp } from './smtp.ts';

export const COMPANY = '00000000-0000-4000-8000-000000000001';
export const brand = { name: 'Cow Launch', symbol: 'COWL', siteUrl: 'https://sale.example.com' };

const secrets = secretsOf('a secret of the mail tests, long enough');
const from = 'Cow Launch <no-reply@sale.example.com>';

/** The same rules at a tempo for tests. */
const QUICK: Pace = {
  ...PACE,
  leaseSeconds: 3,
  retryFirstSeconds: 0.05,
  retryMaxSeconds: 0.2,
  gateFirstSeconds: 0.05,
  gateMaxSeconds: 0.2,
  drainSeconds: 2,
};

export interface MailTable {
  db(): Db;
  /** What the workers of this test wrote to their log. */
  readonly log: string[];
  rows(): Promise<Selectable<Mails>[]>;
  allSettled(): Promise<void>;
  /** Puts a registration code with 482913 in it into the outbox. */
  put(to: string, over?: Partial<Mail>): Promise<string>;
  smtp(options?: SmtpOptions): Promise<Smtp>;
  worker(way: string | MailTransport, pace?: Partial<Pace>): MailWorker;
}

/** Call it at the top of a test file. */
export function mailTable(): MailTable {
  let tests: TestDatabase;
  const log: string[] = [];
  const ends: (() => Promise<void>)[] = [];
  const db = (): Db => tests.database.platform;
  const rows = () => db().selectFrom('mails').selectAll().execute();

  beforeAll(async () => {
    tests = await testDatabase();
    configureMail({ secrets, from });
  });
  afterAll(() => tests.drop());
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end();
    await db().deleteFrom('mails').execute();
    log.length = 0;
  });

  return {
    db,
    log,
    rows,
    allSettled: () => until('all settled', async () => (await rows()).every((row) => row.state !== 'WAITING')),
    put: (to, over) => {
      const letter = registrationCode({ brand, code: '482913', validSeconds: 600 });
      return enqueue(db(), { companyId: COMPANY, to, kind: 'registration-code', ...letter, ...over });
    },
    smtp: async (options) => {
      const server = await startSmtp(options);
      ends.push(() => server.stop());
      return server;
    },
    worker: (way, pace = {}) => {
      const write = (fields: unknown, text?: string) => void log.push(`${JSON.stringify(fields)} ${text}`);
      const it = startMailWorker({
        db: db(),
        transport: typeof way === 'string' ? smtpTransport(way) : way,
        log: { info: write, warn: write, error: write },
        secrets,
        from,
        own: { companyId: null, tokenSymbol: 'COWL' },
        intervalMs: 50,
        pace: { ...QUICK, ...pace },
      });
      ends.push(() => it.stop());
      return it;
    },
  };
}

export async function until(what: string, holds: () => Promise<boolean> | boolean): Promise<void> {
  for (let round = 0; round < 800; round++) {
    if (await holds()) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  throw new Error(`waited 20 seconds in vain until ${what}`);
}

/** All recipients of accepted mails, sorted, doubles included. */
export function recipients(server: Smtp): string[] {
  return server.received.flatMap((it) => it.to).sort();
}

export function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `m${String(i).padStart(3, '0')}@example.com`);
}
