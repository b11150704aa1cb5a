/**
 * The day of a launch: visitors open the sale, members sign in, upload a proof and submit a payment, most of them in the first
 * minute. Each of them keeps trying, as a person with the page open does; afterwards the database says what became of it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import { png, pngChunk } from '../support/media-files.ts';
import { freshAddresses, signInOf, uploadOf } from './attacks.ts';
import type { Bench } from './bench.ts';
import { type Answer, type Line, openLine, percentile, request } from './client.ts';
import { openSessions } from './people.ts';
import { ms, type Row } from './rows.ts';
import { siteCompany } from './seed.ts';

const PASSWORD = 'monsoon over the western ghats';
/** A person reads the page and types. */
const TYPING_MS = 3_000;
const GIVE_UP_MS = 240_000;
const PICTURE_BYTES = 150_000;

export interface Burst {
  readonly visitors: number;
  readonly buyers: number;
  readonly seconds: number;
}

/** Whether a refusal says when to come back, and in a sentence why. */
function isClearRefusal({ status, head, body }: Answer): boolean {
  const isPatient = Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 0) > 0;
  const text = body.toString();
  const isJson = /\r\ncontent-type: application\/json/i.test(head);
  const says: unknown = isJson ? JSON.parse(text).message : text.replace(/<[^>]*>/g, ' ');
  return (status === 429 || status === 503) && isPatient && typeof says === 'string' && /\w+ \w+[^.]*\./.test(says);
}

/** What one kind of step took, from its first try to its answer, in ms; and what else was answered. */
class Steps {
  readonly times: number[] = [];
  readonly answers = new Map<number, number>();
  /** Answers other than 200 that are no clear refusal, by their status; 0 for a connection that was cut. */
  readonly unclear: string[] = [];

  note(answer: Answer | null): void {
    const status = answer?.status ?? 0;
    this.answers.set(status, (this.answers.get(status) ?? 0) + 1);
    if (status === 200 || (answer && isClearRefusal(answer))) return;
    this.unclear.push(`${status} ${answer?.body.toString().slice(0, 200) ?? ''}`);
  }

  /** `p50 3.1 ms, p99 40 ms; 12 × 503`. */
  get text(): string {
    const sorted = this.times.toSorted((a, b) => a - b);
    const others = [...this.answers].filter(([status]) => status !== 200);
    const refused = others.map(([status, count]) => `; ${count} × ${status === 0 ? 'cut' : status}`).join('');
    return `${sorted.length} done, p50 ${ms(percentile(sorted, 0.5))}, p99 ${ms(percentile(sorted, 0.99))}${refused}`;
  }
}

/** A browser with an address of its own. Its connection is opened again when the server has closed it. */
class Visitor {
  #line: Line | null = null;
  readonly #port: number;
  readonly address: string;

  constructor(port: number, address: string) {
    this.#port = port;
    this.address = address;
  }

  /** Asks until it is neither 503, 429 nor cut. @returns the answer, or null when the person has given up */
  async ask(steps: Steps, bytes: Buffer): Promise<Answer | null> {
    const startMs = performance.now();
    while (performance.now() - startMs < GIVE_UP_MS) {
      const answer = await this.#once(bytes);
      steps.note(answer);
      if (answer && answer.status !== 503 && answer.status !== 429) {
        steps.times.push(performance.now() - startMs);
        return answer;
      }
      await sleep(1000 * Number(/\r\nretry-after: (\d+)/i.exec(answer?.head ?? '')?.[1] ?? 1));
    }
    return null;
  }

  async #once(bytes: Buffer): Promise<Answer | null> {
    try {
      this.#line ??= await openLine(this.#port);
      const answer = await this.#line.ask(bytes);
      if (/\r\nconnection: close/i.test(answer.head)) this.leave();
      return answer;
    } catch {
      this.leave();
      return null;
    }
  }

  leave(): void {
    this.#line?.close();
    this.#line = null;
  }
}

interface Day {
  readonly port: number;
  readonly page: Steps;
  readonly file: Steps;
  readonly signIn: Steps;
  readonly dashboard: Steps;
  readonly upload: Steps;
  readonly submission: Steps;
  /** Order ids that were answered with 200, by the number of the buyer. */
  readonly acknowledged: Map<number, string>;
}

const freshAddress = freshAddresses(100);
const get = (port: number, path: string, headers: Record<string, string>): Buffer =>
  request('GET', path, port, { headers });

/** Opens the sale with the files that the page names. */
async function open(day: Day, visitor: Visitor): Promise<void> {
  const headers = { 'X-Forwarded-For': visitor.address };
  const page = await visitor.ask(day.page, get(day.port, '/', headers));
  const files = new Set(page?.body.toString().match(/\/_astro\/[\w./-]+\.(js|css|woff2)/g));
  for (const file of files) await visitor.ask(day.file, get(day.port, file, headers));
}

const keyOf = (nth: number): string => `burst-${nth}-0123456789`;

/** A picture with bytes of its own. */
function proofOf(nth: number): Uint8Array {
  const filler = Buffer.alloc(PICTURE_BYTES, `buyer ${nth} `);
  return png({ extra: [pngChunk('tEXt', filler)] });
}

async function buy(day: Day, visitor: Visitor, nth: number): Promise<void> {
  const { port } = day;
  await sleep(TYPING_MS);
  const origin = { Origin: `http://localhost:${port}` };
  const signedIn = await visitor.ask(
    day.signIn,
    signInOf(port, `member${nth}@bench.example`, PASSWORD, visitor.address, origin),
  );
  const cookie = /\r\nset-cookie: authToken=([^;]+)/i.exec(signedIn?.head ?? '')?.[1];
  if (signedIn?.status !== 200 || cookie === undefined) return;
  const token: string = JSON.parse(signedIn.body.toString()).data.token;
  const headers = { Cookie: `authToken=${cookie}`, 'X-Forwarded-For': visitor.address };
  await visitor.ask(day.dashboard, get(port, '/user/dashboard', headers));
  await sleep(TYPING_MS);
  const uploaded = await visitor.ask(
    day.upload,
    uploadOf(port, { id: '', secret: token }, visitor.address, proofOf(nth)),
  );
  if (uploaded?.status !== 200) return;
  const submitted = await visitor.ask(
    day.submission,
    request('POST', '/api/v1/user/package/purchase', port, {
      headers: {
        Authorization: token,
        'X-Forwarded-For': visitor.address,
        'Idempotency-Key': keyOf(nth),
      },
      body: {
        paymentMethod: 'UPI',
        amount: '1180.00',
        purchaseAmount: '1000.00',
        purchaseId: `PUR-${String(nth).padStart(6, '0')}`,
        referenceNumber: String(700_000_000_000 + nth),
        receiptId: JSON.parse(uploaded.body.toString()).data[0].id,
      },
    }),
  );
  if (submitted?.status === 200) day.acknowledged.set(nth, JSON.parse(submitted.body.toString()).data.id);
}

interface Outcome {
  readonly stored: number;
  readonly lost: number;
  readonly doubled: number;
}

/** What the database has of what was acknowledged: the purchase of its buyer, once, with the buyer's own proof. */
async function compare(client: pg.Client, acknowledged: ReadonlyMap<number, string>): Promise<Outcome> {
  const { rows } = await client.query<{ id: string; nth: string; key: string }>(
    `SELECT p.id, substring(u.email FROM '^member(\\d+)@') AS nth, p.idempotency_key AS key
     FROM purchases p JOIN users u ON u.id = p.user_id JOIN media m ON m.id = p.receipt_id AND m.owner_id = u.id`,
  );
  const stored = new Set(rows.map(({ id, nth, key }) => `${id} ${nth} ${key}`));
  const { rows: all } = await client.query<{ count: string }>('SELECT count(*) FROM purchases');
  return {
    stored: Number(all[0]?.count),
    lost: [...acknowledged].filter(([nth, id]) => !stored.has(`${id} ${nth} ${keyOf(nth)}`)).length,
    doubled: Number(all[0]?.count) - new Set(rows.map(({ nth }) => nth)).size,
  };
}

export async function burstRows(bench: Bench, { visitors, buyers, seconds }: Burst): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('burst');
  const program = await bench.serve({ databaseUrl: url });
  await openSessions(client, await siteCompany(client), 'member', buyers);
  await client.query(`UPDATE users SET password_hash = $1 WHERE email LIKE 'member%@bench.example'`, [
    await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  ]);
  const day: Day = {
    port: program.port,
    page: new Steps(),
    file: new Steps(),
    signIn: new Steps(),
    dashboard: new Steps(),
    upload: new Steps(),
    submission: new Steps(),
    acknowledged: new Map(),
  };
  const startMs = performance.now();
  const arrive = async (nth: number, all: number, work: (visitor: Visitor) => Promise<void>): Promise<void> => {
    // By the square: nearly half of all come in the first fifth of the time.
    await sleep(1000 * seconds * (nth / all) ** 2);
    const visitor = new Visitor(program.port, freshAddress());
    await open(day, visitor);
    await work(visitor);
    visitor.leave();
  };
  await Promise.all([
    ...Array.from({ length: visitors }, (_, nth) => arrive(nth, visitors, async () => {})),
    ...Array.from({ length: buyers }, (_, nth) => arrive(nth, buyers, (visitor) => buy(day, visitor, nth))),
  ]);
  const tookSeconds = (performance.now() - startMs) / 1000;
  const { stored, lost, doubled } = await compare(client, day.acknowledged);
  await program.stop();
  const kinds = [day.page, day.file, day.signIn, day.dashboard, day.upload, day.submission];
  const unclear = kinds.flatMap((steps) => steps.unclear);
  const refused = kinds.flatMap(({ answers }) => [...answers]).filter(([status]) => status !== 200);
  const peer = `${visitors} visitors and ${buyers} buyers in ${seconds} s, done after ${Math.round(tookSeconds)} s`;
  const row = (what: string, figure: string, isMet: boolean | null, bar = '–'): Row => ({
    what: `launch day, ${what}`,
    figure,
    bar,
    peer,
    isMet,
  });
  return [
    row('pages', day.page.text, null),
    row('files of pages', day.file.text, null),
    row('sign-ins', day.signIn.text, null),
    row('dashboards', day.dashboard.text, null),
    row('uploads', day.upload.text, null),
    row('submissions', day.submission.text, null),
    row(
      'refusals',
      `${refused.reduce((sum, [, count]) => sum + count, 0)}, ${unclear.length} of them unclear${unclear.length > 0 ? `, first ${unclear[0]}` : ''}`,
      unclear.length === 0,
      'each 429 or 503 with Retry-After and a sentence',
    ),
    row(
      'submissions acknowledged',
      `${day.acknowledged.size} of ${stored} stored, ${lost} lost, ${doubled} doubled`,
      day.acknowledged.size === buyers && lost === 0 && doubled === 0,
      'none lost or doubled, all served',
    ),
  ];
}
