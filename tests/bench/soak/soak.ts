/**
 * Hours of an ordinary day at half of what this machine can do: whether the program's memory, its tables or its answer times grow,
 * and whether the database has everything that was acknowledged.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { hash } from '@node-rs/argon2';
import type pg from 'pg';
import type { Bench, Program } from '../bench.ts';
import { openSessions } from '../people.ts';
import { ms, type Row } from '../rows.ts';
import { siteCompany } from '../seed.ts';
import { inspectorOption, type Memory, openInspector } from './inspector.ts';
import { grownTables, openFiles, residentBytes, type TableSize, tableSizes } from './readings.ts';
import { isRising, median, slopeOf } from './slope.ts';
import { type Acknowledged, Day } from './visits.ts';

const PASSWORD = 'monsoon over the western ghats';
const MEMBERS = 2_000;
const ADMINS = 8;
/** Visitors at the same time while the capacity is measured. */
const AT_ONCE = 16;
const CAPACITY_SECONDS = 30;
const WINDOWS = 24;
const MIB = 2 ** 20;
const READ_EVERY_MS = 5_000;
/** From which visitors come, most of them again and again: the list of networks is complete after the first windows. */
const NETWORKS = 10_000;
/** Above this, the answer times of the last windows are not those of the earlier ones. */
const PACE_MAX = 1.25;

interface Window {
  readonly endHours: number;
  /** As an operator sees it: with the garbage. */
  readonly residentMiB: number;
  /** After a collection at the end of the window. */
  readonly collected: Memory;
  readonly files: number;
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
}

const text = ({ heapUsed, external, rss }: Memory): string =>
  `${(heapUsed / MIB).toFixed(1)} + ${(external / MIB).toFixed(1)} of ${(rss / MIB).toFixed(0)} MiB`;

/** Visits in a second when 16 visitors follow one another without a pause. */
async function capacityOf(day: Day): Promise<number> {
  const startMs = performance.now();
  let visits = 0;
  const visitor = async (): Promise<void> => {
    while (performance.now() - startMs < CAPACITY_SECONDS * 1000) await day.visit(visits++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
  return (visits / (performance.now() - startMs)) * 1000;
}

/** Starts a visit every 1/rate seconds, whether those before have ended or not. @returns the number of the next visit */
async function visitFor(day: Day, rate: number, seconds: number, first: number): Promise<number> {
  const startMs = performance.now();
  const count = Math.round(rate * seconds);
  const open = new Set<Promise<void>>();
  for (let nth = 0; nth < count; nth++) {
    const waitMs = startMs + (nth * 1000) / rate - performance.now();
    if (waitMs > 0) await sleep(waitMs);
    const visit = day.visit(first + nth);
    open.add(visit);
    visit.finally(() => open.delete(visit));
  }
  await Promise.all(open);
  return first + count;
}

async function readingsDuring<T>(program: Program, work: Promise<T>): Promise<{ result: T; resident: number[] }> {
  const resident: number[] = [];
  const timer = setInterval(() => resident.push(residentBytes(program.pid)), READ_EVERY_MS);
  try {
    return { result: await work, resident };
  } finally {
    clearInterval(timer);
  }
}

/** How many of the acknowledged purchases are missing, doubled or in another state. */
async function countWrong(client: pg.Client, { submitted, approved, rejected }: Acknowledged): Promise<number> {
  const { rows } = await client.query<{ id: string; status: string }>('SELECT id, status FROM purchases');
  const stored = new Map(rows.map(({ id, status }) => [id, status]));
  const missing = [...submitted].filter((id) => !stored.has(id)).length;
  const other = (ids: ReadonlySet<string>, status: string): number =>
    [...ids].filter((id) => stored.get(id) !== status).length;
  const { rows: doubled } = await client.query(
    'SELECT source_id FROM stock_entries GROUP BY company_id, source_id, kind HAVING count(*) > 1',
  );
  return missing + other(approved, 'APPROVED') + other(rejected, 'REJECTED') + doubled.length;
}

interface Setting {
  /** Of the program. */
  readonly env?: Record<string, string>;
  /** From which visitors come. */
  readonly networks?: number;
}

/** A program with its own database, signed-in accounts and the traffic of a day. */
export async function prepare(bench: Bench, { env = {}, networks }: Setting = {}) {
  const { url, client } = await bench.makeDatabase('soak');
  const program = await bench.serve({ databaseUrl: url, env });
  const company = await siteCompany(client);
  const members = await openSessions(client, company, 'member', MEMBERS);
  const admins = await openSessions(client, company, 'admin', ADMINS);
  await client.query(`UPDATE users SET password_hash = $1 WHERE email LIKE 'member%@bench.example'`, [
    await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  ]);
  return { url, client, program, day: new Day(program.port, { members, admins, password: PASSWORD }, networks) };
}

export async function soakRows(bench: Bench, minutes: number, say: (text: string) => void): Promise<Row[]> {
  const { port, env } = await inspectorOption();
  const { url, client, program, day } = await prepare(bench, { env, networks: NETWORKS });
  const inspector = await openInspector(port);
  const capacity = await capacityOf(day);
  const rate = capacity / 2;
  day.tally.take();
  say(`capacity ${capacity.toFixed(1)} visits a second, then half of it for ${minutes} minutes`);
  const windows: Window[] = [];
  let middle: ReadonlyMap<string, TableSize> = new Map();
  let next = 1_000_000;
  const startMs = performance.now();
  for (let nth = 0; nth < WINDOWS; nth++) {
    const visits = visitFor(day, rate, (minutes * 60) / WINDOWS, next);
    const { result, resident } = await readingsDuring(program, visits);
    next = result;
    const { count, p50, p99 } = day.tally.take();
    const window: Window = {
      endHours: (performance.now() - startMs) / 3_600_000,
      residentMiB: median(resident) / MIB,
      collected: await inspector.collectedMemory(),
      files: openFiles(program.pid),
      p50,
      p99,
      requests: count,
    };
    windows.push(window);
    say(
      `${(window.endHours * 60).toFixed(1)} min: ${count} requests, p50 ${ms(p50)}, p99 ${ms(p99)}, ${window.residentMiB.toFixed(0)} MiB, collected ${text(window.collected)}, ${window.files} files`,
    );
    if (nth === WINDOWS / 2 - 1) middle = await tableSizes(client);
  }
  const grown = grownTables(middle, await tableSizes(client));
  inspector.close();
  await program.stop();
  const wrong = await countWrong(client, day.acknowledged);
  await promisify(execFile)(process.execPath, ['dist/server/cli.mjs', 'ledger:verify'], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, DATA_DIR: bench.dir, APP_SECRET: bench.secret },
  });
  return rowsOf({ windows, grown, wrong, day, rate, minutes });
}

function rowsOf(soak: {
  readonly windows: readonly Window[];
  readonly grown: readonly string[];
  readonly wrong: number;
  readonly day: Day;
  readonly rate: number;
  readonly minutes: number;
}): Row[] {
  const { windows, grown, wrong, day, rate, minutes } = soak;
  const requests = windows.reduce((sum, it) => sum + it.requests, 0);
  const peer = `${minutes} min, ${rate.toFixed(1)} visits a second, ${requests.toLocaleString('en-IN')} requests`;
  const row = (what: string, figure: string, bar: string, isMet: boolean): Row => ({
    what: `soak, ${what}`,
    figure,
    bar,
    peer,
    isMet,
  });
  // The first quarter fills caches and the database's own memory.
  const warm = windows.slice(WINDOWS / 4);
  const memory = (what: string, pick: (window: Window) => number): Row => {
    const slope = slopeOf(warm.map((it) => [it.endHours, pick(it)]));
    const figure = `${slope.perUnit.toFixed(1)} ± ${slope.error.toFixed(1)} MiB an hour at ${median(warm.map(pick)).toFixed(0)} MiB`;
    return row(what, figure, 'no rise beyond twice its error', !isRising(slope));
  };
  const quarters = [warm.slice(0, WINDOWS / 4), warm.slice(-WINDOWS / 4)].map((them) =>
    median(them.map((it) => it.p99)),
  );
  const [early = 0, late = 0] = quarters;
  const files = [warm[0]?.files ?? 0, warm.at(-1)?.files ?? 0] as const;
  const unexpected = [...day.tally.unexpected].map(([what, count]) => `${count} × ${what}`).join(', ');
  const { submitted, approved, rejected } = day.acknowledged;
  return [
    memory('memory', (it) => it.residentMiB),
    memory('memory with garbage collected', (it) => it.collected.rss / MIB),
    memory('objects with garbage collected', (it) => it.collected.heapUsed / MIB),
    row(
      'open files',
      `${files[0]} after a quarter, ${files[1]} in the end`,
      'no more than 20 more',
      files[1] - files[0] <= 20,
    ),
    row(
      'p99',
      `${ms(early)} in the second quarter, ${ms(late)} in the last`,
      `${PACE_MAX} times`,
      late <= PACE_MAX * early,
    ),
    row(
      'tables',
      grown.join('; ') || 'only records of what people did grew',
      'no other table grows',
      grown.length === 0,
    ),
    row(
      'acknowledged',
      `${submitted.size} submissions, ${approved.size} approvals, ${rejected.size} rejections, ${wrong} wrong; other answers: ${unexpected || 'none'}`,
      'none lost, doubled or refused',
      wrong === 0 && unexpected === '',
    ),
  ];
}
