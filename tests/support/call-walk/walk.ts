/** Random walks of an attacker through every call of the API, by its own description. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { PASSWORD } from '../accounts.ts';
import { fileForm } from '../purchases.ts';
import { type Answer, freshIp, type Site } from '../site.ts';
import { statementCsv, statementForm, upiCredit } from '../statements.ts';
import { Draw } from './draw.ts';
import { expectNewcomer, Guards } from './guards.ts';
import { inputFor, isRead, lookFor, WALK_CALLS, type WalkCall } from './inputs.ts';
import { expectPack } from './launch.ts';
import { Pool, type Read, type Seen } from './pool.ts';
import {
  type Attacker,
  isAdmin,
  knowsPassword,
  letDayPass,
  makeWorld,
  order,
  refreshSessions,
  type WalkSession,
  type World,
} from './world.ts';

/** Each step is a seed: what it does follows from it and from what the walk has seen. */
const stepsOf = (count: number) =>
  fc.array(fc.nat({ max: 2 ** 31 - 1 }), { minLength: count / 2, maxLength: count, size: 'max' });
/** For the walks of one attacker. It bounds the run on a slow machine; WALK_SECONDS=1200 is enough for all steps of the long ones. */
const LIMIT_MS = Number(process.env.WALK_SECONDS ?? 120) * 1000;
/** For making a failing walk shorter. */
const SHRINK_MS = 120_000;

const ACCESS: Readonly<Record<WalkSession['kind'], readonly string[]>> = {
  admin: ['admin', 'any'],
  member: ['member', 'any'],
  key: ['admin', 'member', 'super', 'any', 'public'],
  public: ['public'],
};

const WEIGHTS: Readonly<Record<WalkSession['kind'], number>> = { admin: 4, member: 2, key: 1, public: 0.4 };
const ABOUT_MONEY = /transaction|refund|reconciliation|reward|purchase|auth\/(?:update|delete|profile)|wallet/;
/** Calls after which less can be done: the walk is to come far. */
const ENDING = /reject|cancel|refuse|withdraw|launch\/back/;
const OF_ONE = /factors|language|mail-preferences|notifications|saved-views|unsubscribe|\/media\//;
// Passkeys need https, which this site has not.
const interestOf = (path: string): number =>
  path.includes('passkey') ? 0.03 : OF_ONE.test(path) ? 0.2 : ENDING.test(path) ? 0.3 : ABOUT_MONEY.test(path) ? 4 : 1;
const isList = ({ contract }: WalkCall): boolean => isRead(contract) && /list|get|changes/.test(contract.path);

/** How far walks came. */
export class Tally {
  steps = 0;
  /** Accepted. */
  writes = 0;
  /** Steps that were answered 404 or 409, by the call. */
  readonly missed = new Map<string, number>();

  miss(name: string): void {
    this.missed.set(name, (this.missed.get(name) ?? 0) + 1);
  }

  #share(): number {
    return [...this.missed.values()].reduce((sum, count) => sum + count, 0) / Math.max(1, this.steps);
  }

  /** Whether a call that has missed is left for later, so that the walk stays below what `check` allows. */
  isSpared(name: string): boolean {
    return this.missed.has(name) && this.#share() > 0.1;
  }

  /** Whether it is time to look around again. */
  isHigh(): boolean {
    return this.#share() > 0.16;
  }

  /** At most a fifth of the steps went to rows that were not there, or not in that state. */
  check(): void {
    const most = [...this.missed].sort((a, b) => b[1] - a[1]).slice(0, 15);
    expect(this.#share(), JSON.stringify(most)).toBeLessThanOrEqual(0.2);
  }
}

interface Filled {
  readonly input: Record<string, unknown> | FormData;
  readonly about?: Seen | undefined;
  readonly isVain: boolean;
}
interface Sent {
  readonly answer: Answer;
  readonly line: string;
}

class Walk {
  readonly #world: World;
  readonly #pool = new Pool();
  readonly #guards: Guards;
  readonly #tally: Tally;
  /** Passwords that the walk has changed, by the name of the session. */
  readonly #passwords = new Map<string, string>();
  readonly #calls = new Map<string, { readonly tries: number; readonly accepted: number }>();
  /** The writes that were accepted, for people who read a failure. */
  readonly lines: string[] = [];

  private constructor(world: World, guards: Guards, tally: Tally) {
    [this.#world, this.#guards, this.#tally] = [world, guards, tally];
  }

  static async begin(site: Site, attacker: Attacker, tally: Tally): Promise<Walk> {
    const world = await makeWorld(site, attacker);
    const walk = new Walk(world, await Guards.over(world), tally);
    await walk.#look();
    return walk;
  }

  /** Reads every list once, as an attacker would. */
  async #look(): Promise<void> {
    const draw = new Draw(1);
    for (const session of this.#world.sessions.slice(0, 3).filter(({ kind }) => kind !== 'public'))
      for (const call of callsOf(session).filter(isList))
        await this.#send(session, call, lookFor(session.name, call, this.#pool, draw), undefined);
  }

  async step(seed: number): Promise<void> {
    const draw = new Draw(seed);
    // Holds without a proof end within hours: free accounts have to fill the sale in a day.
    if (draw.isOneIn(this.#isFree() ? 500 : 60)) return this.#nextDay();
    if (draw.isOneIn(12)) await order(this.#world, draw);
    const session = draw.weighted(this.#world.sessions.map((it) => ({ it, weight: WEIGHTS[it.kind] })))?.it;
    if (!session) return;
    const isLook = draw.isOneIn(this.#tally.isHigh() ? 1 : 3);
    const choices = callsOf(session).filter(({ contract }) => isRead(contract) === isLook);
    const call = draw.weighted(choices.map((it) => ({ it, weight: this.#weightOf(it) })))?.it;
    if (!call) return;
    const { input, about, isVain } =
      isLook && draw.below(3) > 0
        ? { input: lookFor(session.name, call, this.#pool, draw), isVain: false }
        : this.#inputFor(session, call, draw);
    if (isVain && !draw.isOneIn(20)) return;
    this.#tally.steps++;
    const { answer, line } = await this.#send(session, call, input, about);
    if (answer.status === 404 || answer.status === 409) this.#tally.miss(call.name);
    if (answer.status === 401) await refreshSessions(this.#world);
    if (answer.status === 409 && about?.read) await this.#readAgain(session, about.read);
    expect(answer.status, `${line} ${answer.text.slice(0, 300)}`).toBeLessThan(500);
    if (isRead(call.contract) || answer.status >= 300) return;
    this.#tally.writes++;
    if (!(input instanceof FormData) && typeof input.newPassword === 'string')
      this.#passwords.set(session.name, input.newPassword);
    this.lines.push(line);
    await this.#guards.check();
  }

  /** 'Somebody else has changed this': a person opens it again. */
  async #readAgain(session: WalkSession, { call, input }: Read): Promise<void> {
    const known = callsOf(session).find(({ name }) => name === call);
    if (known) await this.#send(session, known, input, undefined);
  }

  #isFree(): boolean {
    return this.#world.attacker === 'a hundred free accounts';
  }

  /** Calls that were accepted are made more often, those that always fail less. */
  #weightOf({ name, contract }: WalkCall): number {
    const { tries, accepted } = this.#calls.get(name) ?? { tries: 0, accepted: 0 };
    // Free accounts want as much of the sale as they can hold.
    const wish = name === 'submitPayment' && this.#isFree() ? 3 : 1;
    const interest = wish * interestOf(contract.path) * (accepted === 0 && this.#tally.isSpared(name) ? 0.05 : 1);
    return ((1 + accepted) / (1 + tries + (accepted * accepted) / 15)) ** 1.5 * interest;
  }

  /** Null for a stolen session. */
  #passwordOf(session: WalkSession): string | null {
    return knowsPassword(this.#world, session) ? (this.#passwords.get(session.name) ?? PASSWORD) : null;
  }

  #inputFor(session: WalkSession, call: WalkCall, draw: Draw): Filled {
    if (call.contract.from !== 'upload')
      return inputFor(session.name, call, this.#pool, draw, this.#passwordOf(session));
    if (/import/.test(call.contract.path)) return { input: membersForm(draw), isVain: false };
    if (!/statement/.test(call.contract.path)) return { input: fileForm(), isVain: false };
    // A forged statement with the numbers of orders that wait.
    const references = this.#pool.valuesOf('referenceNumber').filter((it) => typeof it === 'string');
    const amounts = ['1180.00', '118.00', '5900.00', '3500.00'];
    const lines = references.slice(-3).map((it) => upiCredit(it, draw.of(amounts) ?? '118.00'));
    const form = statementForm(statementCsv(lines), { beneficiaryId: this.#world.accountId });
    return { input: form, isVain: false };
  }

  async #send(session: WalkSession, call: WalkCall, input: object, about: Seen | undefined): Promise<Sent> {
    const { method, path } = call.contract;
    const isQuery = call.contract.from === 'query';
    const search = isQuery ? `?${new URLSearchParams(textsOf(input))}` : '';
    const body = isQuery ? undefined : input;
    const headers = session.kind === 'key' ? { Authorization: session.token } : {};
    const route = path.replace(/\[\w+\]/g, String((input as { id?: unknown }).id ?? '0'));
    const answer = await this.#world.site.call(method, route + search, {
      ip: freshIp(),
      headers,
      ...(session.kind !== 'key' && session.token && { token: session.token }),
      ...(body !== undefined && { body }),
    });
    const known = this.#calls.get(call.name) ?? { tries: 0, accepted: 0 };
    this.#calls.set(call.name, { tries: known.tries + 1, accepted: known.accepted + (answer.status < 300 ? 1 : 0) });
    if (about) this.#pool.note(call.name, about, answer.status < 300);
    if (answer.status < 300)
      this.#pool.learn(session.name, path, answer.body?.data, isQuery ? { call: call.name, input } : null);
    const shown = input instanceof FormData ? '(a file)' : JSON.stringify(input).slice(0, 400);
    return { answer, line: `${session.kind} ${method} ${path} ${shown} → ${answer.status}` };
  }

  async #nextDay(): Promise<void> {
    await letDayPass(this.#world);
    await refreshSessions(this.#world);
    this.#guards.nextDay();
    this.lines.push('a day passes');
  }

  /** After the walk somebody new can buy, and two honest admins bring the company to its launch pack. */
  async end(): Promise<void> {
    if (!isAdmin(this.#world)) await expectNewcomer(this.#world);
    await expectPack(this.#world);
  }
}

/** A file of one new member. */
function membersForm(draw: Draw): FormData {
  const form = new FormData();
  const line = `Self ${draw.below(99)},self-${draw.below(10_000)}@attacker.example.com,9876543210`;
  form.append('members', new File([`Name,Email,Mobile\n${line}\n`], 'members.csv', { type: 'text/csv' }));
  return form;
}

const cache = new Map<WalkSession['kind'], WalkCall[]>();
function callsOf({ kind }: WalkSession): WalkCall[] {
  const known = cache.get(kind) ?? WALK_CALLS.filter(({ contract }) => ACCESS[kind].includes(contract.access));
  cache.set(kind, known);
  return known;
}

/** Values of a query, as texts. */
const textsOf = (input: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(input).flatMap(([key, value]) =>
      value === null || value === undefined
        ? []
        : [[key, typeof value === 'object' ? JSON.stringify(value) : String(value)]],
    ),
  );

/** @param isOver asked before each step: a walk that was cut short ends as others do */
async function walkOnce(
  site: Site,
  attacker: Attacker,
  seeds: readonly number[],
  tally: Tally,
  isOver: () => boolean,
): Promise<void> {
  const walk = await Walk.begin(site, attacker, tally);
  try {
    for (const seed of seeds) {
      if (isOver()) break;
      await walk.step(seed);
    }
    await walk.end();
  } catch (error) {
    const lines = walk.lines.slice(-40).join('\n');
    throw new Error(`${String(error)}\nThe accepted writes of the walk:\n${lines}`, { cause: error });
  }
}

/**
 * Walks, and asserts after every accepted write that nothing guarded has changed, and at the end of each walk that a newcomer can
 * buy and the launch be packed. A failing walk is made shorter, and its seed printed: ATTACK_SEED repeats it.
 * @param steps of a walk at most; at least half
 */
export async function walkCalls(
  site: Site,
  attacker: Attacker,
  runs: number,
  steps: number,
  limitMs = LIMIT_MS,
): Promise<void> {
  const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2_147_483_647);
  const tally = new Tally();
  const end = Date.now() + limitMs;
  let hasFailed = false;
  const isOver = (): boolean => !hasFailed && Date.now() > end;
  const property = fc.asyncProperty(stepsOf(steps), async (seeds) => {
    if (isOver()) return;
    await walkOnce(site, attacker, seeds, tally, isOver).catch((error: unknown) => {
      hasFailed = true;
      throw error;
    });
  });
  const interruptAfterTimeLimit = limitMs + SHRINK_MS;
  await fc.assert(property, { seed, numRuns: runs, interruptAfterTimeLimit, markInterruptAsFailure: false });
  tally.check();
}
