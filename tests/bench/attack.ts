/**
 * The pace of others during the attacks of `attacks.ts`. Others use their own accounts and addresses; a client that is refused with 503
 * tries again after the seconds of `Retry-After`, and its time lasts until it succeeds. The attacker's process has a lower priority,
 * because an attacker brings a machine of their own; what it achieves is part of the table.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once as onceEvent } from 'node:events';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { hash } from '@node-rs/argon2';
import { png } from '../support/media-files.ts';
import type { AttackAnswers, AttackOrder } from './attack-process.ts';
import { ATTACKS, freshAddresses, once, openBrowser, signInOf, type Target, uploadOf } from './attacks.ts';
import type { Bench } from './bench.ts';
import { type Answer, percentile, request } from './client.ts';
import { openSessions, type Person } from './people.ts';
import { ms, type Row } from './rows.ts';
import { siteCompany } from './seed.ts';

const PASSWORD = 'pepper clouds 7 rivers';
const SIGN_IN_MS_MAX = 1_000;
/** Of the quiet p99. */
const PACE_MAX = 3;
const OTHERS = 40;
const ATTACKERS = 40;
/** Actions of each kind in a second, each due at its time, whether those before it have ended or not. */
const RATE = 5;
/** Between opening the sign-in page and signing in: nobody types a password faster. */
const TYPING_MS = 2_000;
/** From the start of an attack to the first action of others. */
const LEAD_MS = 1_000;
const ATTACKER_NICE = 10;
const GIVE_UP_MS = 20_000;

const KINDS = ['sign-in, known browser', 'sign-in, new browser', 'sign-in, program', 'upload', 'page'] as const;
type Kind = (typeof KINDS)[number];

interface Pace {
  readonly count: number;
  readonly p50: number;
  readonly p99: number;
  /** Answers other than success, by status. */
  readonly unexpected: ReadonlyMap<number, number>;
}

interface Others {
  readonly port: number;
  readonly people: readonly Person[];
  /** The cookie of each person's browser, from a sign-in before. */
  readonly browsers: readonly string[];
}

const freshAddress = freshAddresses(100);

/** Of a connection that ended without an answer. */
const CUT: Answer = { status: 0, head: '', body: Buffer.alloc(0) };

type Action = (address: string) => Promise<Answer>;

/**
 * Starts `RATE` actions a second, each from a new address. An action is repeated while it is answered with 503.
 * @param prepare what the person does before, which is not measured
 */
async function pace(seconds: number, action: Action, prepare: Action | null = null): Promise<Pace> {
  const times: number[] = [];
  const unexpected = new Map<number, number>();
  const act = async (dueMs: number): Promise<void> => {
    const address = freshAddress();
    await sleep(Math.max(0, dueMs - performance.now()));
    if (prepare) {
      await prepare(address).catch(() => CUT);
      await sleep(TYPING_MS);
    }
    const startMs = performance.now();
    for (;;) {
      const { status, head } = await action(address).catch(() => CUT);
      if (status !== 200) unexpected.set(status, (unexpected.get(status) ?? 0) + 1);
      if ((status !== 503 && status !== CUT.status) || performance.now() - startMs > GIVE_UP_MS) break;
      await sleep(1000 * Number(/\r\nretry-after: (\d+)/i.exec(head)?.[1] ?? 1));
    }
    times.push(performance.now() - startMs);
  };
  const firstMs = performance.now();
  await Promise.all(Array.from({ length: seconds * RATE }, (_, nth) => act(firstMs + (nth * 1000) / RATE)));
  times.sort((a, b) => a - b);
  return { count: times.length, p50: percentile(times, 0.5), p99: percentile(times, 0.99), unexpected };
}

const emailOf = (nth: number): string => `member${nth}@bench.example`;

async function paceOfOthers({ port, people, browsers }: Others, seconds: number): Promise<Record<Kind, Pace>> {
  let nth = 0;
  const next = (): number => ++nth % OTHERS;
  const signIn = (address: string, headers: Record<string, string>, person: number): Promise<Answer> =>
    once(port, signInOf(port, emailOf(person), PASSWORD, address, headers));
  const paces = await Promise.all([
    pace(seconds, (address) => {
      const person = next();
      return signIn(address, { Cookie: browsers[person] ?? '' }, person);
    }),
    pace(
      seconds,
      (address) => signIn(address, {}, next()),
      (address) => once(port, request('GET', '/', port, { headers: { 'X-Forwarded-For': address } })),
    ),
    pace(seconds, (address) => signIn(address, {}, next())),
    pace(seconds, (address) => once(port, uploadOf(port, people[next()] as Person, address, png()))),
    pace(seconds, (address) => {
      const headers = { Cookie: `authToken=${people[next()]?.secret}`, 'X-Forwarded-For': address };
      return once(port, request('GET', '/user/dashboard', port, { headers }));
    }),
  ]);
  return Object.fromEntries(KINDS.map((kind, n) => [kind, paces[n]])) as Record<Kind, Pace>;
}

/** @returns a function that ends the attack and gives the attacker's answers, by status */
function startAttack(nth: number, target: Target): () => Promise<string[]> {
  const startMs = performance.now();
  const child: ChildProcess = fork(new URL('attack-process.ts', import.meta.url));
  os.setPriority(child.pid ?? 0, ATTACKER_NICE);
  child.send({ nth, target } satisfies AttackOrder);
  return async () => {
    const answers = onceEvent(child, 'message');
    child.send('end');
    const [counts]: [AttackAnswers] = (await answers) as [AttackAnswers];
    const seconds = (performance.now() - startMs) / 1000;
    return Object.entries(counts).map(([status, count]) => `${Math.round(count / seconds)}/s × ${status}`);
  };
}

/**
 * @param seconds of each attack
 * @param only a pattern of names of attacks; all if it is empty
 */
export async function attackRows(bench: Bench, seconds: number, only = ''): Promise<Row[]> {
  const { url, client } = await bench.makeDatabase('attacks');
  const { port } = await bench.serve({ databaseUrl: url });
  const all = await openSessions(client, await siteCompany(client), 'member', OTHERS + ATTACKERS);
  await client.query(`UPDATE users SET password_hash = $1 WHERE email LIKE 'member%@bench.example'`, [
    await hash(PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 }),
  ]);
  const browsers: string[] = [];
  for (let nth = 0; nth < OTHERS; nth++) browsers.push(await openBrowser(port, emailOf(nth), PASSWORD));
  const others: Others = { port, people: all.slice(0, OTHERS), browsers };
  await paceOfOthers(others, 2);
  const rows: Row[] = [];
  let quiet: Record<Kind, Pace> | null = null;
  const credentials = { email: emailOf(OTHERS), password: PASSWORD };
  for (const [nth, { what, leadMs = LEAD_MS }] of ATTACKS.entries()) {
    if (quiet !== null && !new RegExp(only).test(what)) continue;
    const endAttack = startAttack(nth, { port, attackers: all.slice(OTHERS), credentials });
    await sleep(leadMs);
    const figures = await paceOfOthers(others, seconds);
    const seen = await endAttack();
    // What the attack has left in queues is over before the next one.
    await sleep(3_000);
    quiet ??= figures;
    for (const kind of KINDS) rows.push(rowOf(`${what}: ${kind}`, kind, figures[kind], quiet[kind], seen));
  }
  return rows;
}

function rowOf(
  what: string,
  kind: Kind,
  { count, p50, p99, unexpected }: Pace,
  quiet: Pace,
  seen: readonly string[],
): Row {
  const isSignIn = kind.startsWith('sign-in');
  const isFailed = [...unexpected.keys()].some((status) => status !== 503);
  const answers = [...unexpected].map(([status, times]) => `, ${times} × ${status || 'cut'}`);
  return {
    what,
    figure: `p99 ${ms(p99)} (p50 ${ms(p50)}, ${count} actions${answers.join('')})`,
    bar: isSignIn ? ms(SIGN_IN_MS_MAX) : `${PACE_MAX} × quiet`,
    peer: [`quiet ${ms(quiet.p99)}`, ...(seen.length > 0 ? [`attacker ${seen.join(', ')}`] : [])].join('; '),
    isMet: !isFailed && (isSignIn ? p99 < SIGN_IN_MS_MAX : p99 < PACE_MAX * quiet.p99),
  };
}
