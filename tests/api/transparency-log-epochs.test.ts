/**
 * No key signs two trees that are not one history (docs/decisions/0680), over random sequences of writes, seals, crashes, backups,
 * restores and confirmations of two nodes on one database.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '@/lib/config.ts';
import { inTransaction } from '@/lib/db/client.ts';
import { markRestored } from '@/lib/db/restored.ts';
import { confirmRollback, recordRestore } from '@/lib/ledger/events/service.ts';
import { secretsOf } from '@/lib/secrets.ts';
import { type Heads, NO_HEADS, openHeads } from '@/lib/transparency-log/heads/service.ts';
import { parseCheckpoint, parseNote } from '@/lib/transparency-log/note.rules.ts';
import { isWaiting, listRollbacks } from '@/lib/transparency-log/rollbacks/store.ts';
import { compareLog, SealingFault, type StepServices, sealLog } from '@/lib/transparency-log/sealing/steps/service.ts';
import { findNewest } from '@/lib/transparency-log/sealing/store.ts';
import { leafHash } from '@/lib/transparency-log/tree.rules.ts';
import { type Leaf, type LogFault, verifyLog } from '@/lib/transparency-log/verification/service.ts';
import { type TestDatabase, testDatabase } from '../support/db.ts';

const LOG = { kind: 'ledger' as const, scopeId: '0190f2b6-7c1a-4000-8000-000000000001' };
/** What a backup has of them; `walk_rows` are the rows that are sealed. */
const TABLES = ['walk_rows', 'log_tiles', 'log_checkpoints', 'log_epochs', 'log_rollbacks'];
const RUNS = 25;

let home: TestDatabase;
let folder: string;
const secrets = secretsOf('a secret for the walk, long enough to be taken');
const config = readConfig({ SITE_URL: 'https://sale.example.com', DATA_DIR: '/nowhere' });
const run = (statement: string) => sql.raw(statement).execute(home.database.platform);

beforeAll(async () => {
  home = await testDatabase();
  await run('CREATE TABLE walk_rows (seq bigserial PRIMARY KEY, text text NOT NULL)');
  await run('CREATE TABLE signed_trees (nth bigserial, note text, leaves bytea)');
  await run(`CREATE FUNCTION watch_signed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.note <> '' THEN INSERT INTO signed_trees (note, leaves)
      SELECT NEW.note, coalesce((SELECT substr(string_agg(hashes, '' ORDER BY tile), 1, NEW.size::int * 32) FROM log_tiles WHERE level = 0 AND scope_id = NEW.scope_id), ''); END IF;
    RETURN NULL; END $$`);
  await run(`CREATE TRIGGER watch_signed AFTER INSERT OR UPDATE ON log_checkpoints FOR EACH ROW
    WHEN (NEW.scope_id = '${LOG.scopeId}') EXECUTE FUNCTION watch_signed()`);
});
afterAll(async () => {
  await home?.drop();
});
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'epochs-'));
  return () => fs.rmSync(folder, { recursive: true, force: true });
});

const db = () => home.database.platform;
let walks = 0;

/** Empties the log, and makes nodes with data folders of their own. */
async function begin() {
  walks++;
  await run(`TRUNCATE signed_trees, ${TABLES.join(', ')} RESTART IDENTITY`);
  await run(
    `INSERT INTO log_checkpoints (scope_id, kind, size, root, note) VALUES ('${LOG.scopeId}', 'ledger', 0, sha256(''), '')`,
  );
  await run(
    `INSERT INTO log_checkpoints (scope_id, kind, size, root, note) VALUES ('${LOG.scopeId}', 'audit', 0, sha256(''), '')`,
  );
  let folders = 0;
  let written = 0;
  const backups: string[] = [];
  const open = (): Heads => openHeads(path.join(folder, `${walks}-${folders++}`));
  const nodes = [open(), open()];
  const headsOf = (node: number): Heads => nodes[node % nodes.length] as Heads;
  const services = (heads: Heads): StepServices => ({
    config,
    database: home.database,
    secrets,
    heads,
    sources: {
      audit: async () => [],
      ledger: async (tx, _scope, size, limit) => {
        const { rows } = await sql<{ text: string }>`
          SELECT text FROM walk_rows ORDER BY seq OFFSET ${size} LIMIT ${limit}`.execute(tx);
        return rows.map(({ text }) => leafHash(text));
      },
    },
  });
  /** @returns the reason why it is not sealed */
  const seal = (node: number, heads: (own: Heads) => Heads = (own) => own): Promise<string | null> =>
    sealLog(services(heads(headsOf(node))), LOG).then(
      () => null,
      (cause: Error) => cause.message,
    );
  const fill = async (backup: string, from: (table: string) => string): Promise<void> => {
    await inTransaction(db(), async (tx) => {
      for (const table of TABLES) {
        await sql.raw(`DELETE FROM ${table}`).execute(tx);
        await sql.raw(`INSERT INTO ${table} SELECT * FROM ${from(table)}`).execute(tx);
      }
    });
    expect(backup).not.toBe('');
  };
  return {
    headsOf,
    write: async (count: number) => {
      for (let i = 0; i < count; i++) await run(`INSERT INTO walk_rows (text) VALUES ('row ${++written}')`);
    },
    seal,
    /** Dies before the head is written, or just after it. */
    crash: (node: number, isBefore: boolean) =>
      seal(node, (own) => ({
        read: own.read,
        write: async (log, head) => {
          if (!isBefore) await own.write(log, head);
          throw new Error('killed');
        },
      })),
    compare: async () => {
      for (const heads of nodes)
        await compareLog(services(heads), LOG).catch((cause: unknown) => {
          if (!(cause instanceof SealingFault)) throw cause;
        });
    },
    backUp: async () => {
      const name = `backup_${backups.length}`;
      for (const table of TABLES) {
        await run(`DROP TABLE IF EXISTS ${name}_${table}`);
        await run(`CREATE TABLE ${name}_${table} AS TABLE ${table}`);
      }
      backups.push(name);
    },
    /** By a copy of the files of the database. @returns false without a backup */
    putBack: async (nth: number) => {
      const name = backups[nth % Math.max(1, backups.length)];
      if (name === undefined) return false;
      await fill(name, (table) => `${name}_${table}`);
      return true;
    },
    /** Restarts a node: what it knows is read from its folder again. */
    restart: (node: number, isNew: boolean) => {
      const at = node % nodes.length;
      nodes[at] = isNew ? open() : openHeads(path.join(folder, `${walks}-${at}`));
    },
    recordRestore: async (node: number, isOnlyNode = false) => {
      await run(markRestored('2026-11-27T00:00:00.000Z'));
      await recordRestore(db(), { secrets, heads: headsOf(node), isOnlyNode });
    },
    confirm: () => confirmRollback(db(), { config, secrets }, LOG),
  };
}
type Walk = Awaited<ReturnType<typeof begin>>;

/** Every tree that was ever signed, by the id of the key. */
async function signedTrees(): Promise<Map<string, { size: number; leaves: string }[]>> {
  const { rows } = await sql<{
    note: string;
    leaves: Buffer;
  }>`SELECT note, leaves FROM signed_trees ORDER BY nth`.execute(db());
  const trees = new Map<string, { size: number; leaves: string }[]>();
  for (const { note, leaves } of rows) {
    const parsed = parseNote(note);
    const size = parseCheckpoint(parsed?.text ?? '')?.size ?? -1;
    expect(leaves.length).toBe(size * 32);
    for (const { keyId } of parsed?.signatures ?? [])
      trees.set(keyId, [...(trees.get(keyId) ?? []), { size, leaves: leaves.toString('hex') }]);
  }
  return trees;
}

async function expectOneHistoryForEachKey(): Promise<void> {
  for (const [key, trees] of await signedTrees())
    for (const [at, tree] of trees.entries())
      for (const other of trees.slice(at + 1)) {
        const [short, long] = tree.size <= other.size ? [tree, other] : [other, tree];
        expect([key, short.size, long.leaves.startsWith(short.leaves)]).toEqual([key, short.size, true]);
      }
}

const isPaused = () => isWaiting(db(), LOG);

/** A verification at any moment, also between the steps of a node or after several died. @returns what is wrong */
async function verify(): Promise<LogFault | null> {
  async function* leaves(): AsyncGenerator<Leaf> {
    const { rows } = await sql<{ text: string }>`SELECT text FROM walk_rows ORDER BY seq`.execute(db());
    for (const [at, { text }] of rows.entries()) yield { seq: BigInt(at + 1), hash: leafHash(text), fault: null };
  }
  return (await verifyLog(db(), LOG, leaves(), { secrets, anchors: [], heads: NO_HEADS })).fault;
}

type Step =
  | { readonly act: 'write' | 'seal' | 'putBack' | 'restore' | 'restart' | 'lose'; readonly n: number }
  | { readonly act: 'crash'; readonly n: number; readonly isBefore: boolean }
  | { readonly act: 'backUp' | 'confirm' };

const acts = (act: 'write' | 'seal' | 'putBack' | 'restore' | 'restart' | 'lose') =>
  fc.nat({ max: 3 }).map((n): Step => ({ act, n }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: acts('write') },
  { weight: 6, arbitrary: acts('seal') },
  { weight: 2, arbitrary: acts('putBack') },
  { weight: 2, arbitrary: acts('restore') },
  { weight: 1, arbitrary: acts('restart') },
  { weight: 1, arbitrary: acts('lose') },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constant('crash' as const), n: fc.nat({ max: 3 }), isBefore: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.constant<Step>({ act: 'backUp' }) },
  { weight: 3, arbitrary: fc.constant<Step>({ act: 'confirm' }) },
);

async function take(walk: Walk, given: Step): Promise<void> {
  switch (given.act) {
    case 'write':
      return walk.write(given.n + 1);
    case 'seal':
      return void (await walk.seal(given.n));
    case 'crash':
      return void (await walk.crash(given.n, given.isBefore));
    case 'backUp':
      return walk.backUp();
    case 'putBack':
      // Without the command: every node that lives says first what it knows.
      if (await walk.putBack(given.n)) await walk.compare();
      return;
    case 'restore':
      if (await walk.putBack(given.n)) await walk.recordRestore(given.n);
      return;
    case 'restart':
      return walk.restart(given.n, false);
    case 'lose':
      // A node that loses its folder with a restore: the command knows that it restores.
      walk.restart(given.n, true);
      if (await walk.putBack(given.n)) await walk.recordRestore(given.n);
      return;
    default:
      return void (await walk.confirm());
  }
}

test('no key signs two trees that are not one history, and after a confirmation everything is sealed again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
      const walk = await begin();
      let wasPutBack = false;
      let isLost = false;
      for (const chosen of steps) {
        // Nobody can know of a copy that is put back by hand after the only node that knew more has lost its folder.
        const given: Step = isLost && chosen.act === 'putBack' ? { act: 'restore', n: chosen.n } : chosen;
        isLost ||= given.act === 'lose';
        await take(walk, given);
        wasPutBack ||= given.act === 'putBack' || given.act === 'restore' || given.act === 'lose';
        if (!wasPutBack) expect([given, await isPaused()]).toEqual([given, false]);
        if (!(await isPaused())) expect([given, await verify()]).toEqual([given, null]);
      }
      await expectOneHistoryForEachKey();
      await walk.write(1);
      for (let node = 0; node < 2; node++) {
        await walk.compare();
        await walk.confirm();
        expect(await walk.seal(node)).toBeNull();
      }
      const { rows } = await sql<{ count: number }>`SELECT count(*)::int AS count FROM walk_rows`.execute(db());
      expect((await findNewest(db(), LOG))?.size).toBe(rows[0]?.count);
      await expectOneHistoryForEachKey();
    }),
    { numRuns: RUNS },
  );
}, 240_000);

describe('by class', () => {
  /** Three sealed entries, a backup, and two more. */
  async function grown() {
    const walk = await begin();
    await walk.write(3);
    expect(await walk.seal(0)).toBeNull();
    await walk.backUp();
    await walk.write(2);
    expect(await walk.seal(0)).toBeNull();
    return walk;
  }
  const WAITS = expect.stringContaining('ledger:confirm-rollback');

  test('an older database waits, also for entries that make it larger again, and gets a new key when it is confirmed', async () => {
    const walk = await grown();
    await walk.putBack(0);
    await walk.write(9);
    expect(await walk.seal(0)).toEqual(WAITS);
    expect(await walk.seal(1)).toEqual(WAITS);
    expect(await listRollbacks(db(), LOG)).toMatchObject([
      { source: 'heads', size: 3, known: { epoch: null, size: 5 } },
    ]);
    expect(await walk.confirm()).toEqual({ size: 3, knownSize: 5 });
    expect(await walk.seal(1)).toBeNull();
    expect((await signedTrees()).size).toBe(2);
    await expectOneHistoryForEachKey();
    expect(await walk.seal(0)).toBeNull();
    expect(await walk.confirm()).toBeNull();
  });

  test('a database that another node let grow aside waits as well', async () => {
    const walk = await grown();
    await walk.putBack(0);
    await walk.write(4);
    // The other node was never there: nobody has said that more was signed.
    expect(await walk.seal(1)).toBeNull();
    expect(await walk.seal(0)).toEqual(WAITS);
  });

  test('the same database needs nothing, a later one neither, and nor does a node that is behind', async () => {
    const walk = await grown();
    await walk.backUp();
    await walk.putBack(1);
    await walk.compare();
    await walk.write(1);
    expect(await walk.seal(0)).toBeNull();
    await walk.write(1);
    expect(await walk.seal(1)).toBeNull();
    await walk.write(1);
    expect(await walk.seal(0)).toBeNull();
    expect(await isPaused()).toBe(false);
  });

  test('the only node that restores its own last state needs no confirmation, any other restore does', async () => {
    for (const [backup, isOnlyNode, waits] of [
      [1, true, false],
      [1, false, true],
      [0, true, true],
    ] as const) {
      const walk = await grown();
      await walk.backUp();
      await walk.putBack(backup);
      await walk.recordRestore(0, isOnlyNode);
      expect([backup, isOnlyNode, await isPaused()]).toEqual([backup, isOnlyNode, waits]);
    }
  });

  test('a restore of a backup from before or after a confirmation begins another key each time', async () => {
    const walk = await grown();
    for (let nth = 0; nth < 3; nth++) {
      await walk.putBack(nth === 1 ? 1 : 0);
      await walk.recordRestore(nth % 2);
      await walk.write(1);
      expect(await walk.seal(0)).toEqual(WAITS);
      await walk.confirm();
      expect(await walk.seal(0)).toBeNull();
      await walk.backUp();
    }
    expect((await signedTrees()).size).toBe(4);
    await expectOneHistoryForEachKey();
  });

  test('a database from before its last key waits, although it is larger than the head of that key', async () => {
    const walk = await grown();
    await walk.backUp();
    await walk.putBack(0);
    await walk.compare();
    await walk.confirm();
    expect(await walk.seal(0)).toBeNull();
    // Five entries under the first key; the head under the second has three.
    await walk.putBack(1);
    await walk.write(1);
    expect(await walk.seal(0)).toEqual(WAITS);
    await expectOneHistoryForEachKey();
  });

  test('access to the database alone neither ends a key nor confirms a rollback', async () => {
    const walk = await grown();
    const ended = (await findNewest(db(), LOG)) as { root: Buffer };
    await walk.putBack(0);
    await walk.write(1);
    await sql`INSERT INTO log_epochs (scope_id, kind, number, id, note) VALUES (${LOG.scopeId}, 'ledger', 1, gen_random_uuid(), ${`Launchbook key of a log 1\nx\n2026\nbegins 3 ${ended.root.toString('base64')}\nended - 5 -\n\n— x AAAAAAAA\n`})`.execute(
      db(),
    );
    expect(await walk.seal(0)).toEqual(WAITS);
    await sql`DELETE FROM log_rollbacks`.execute(db());
    expect(await walk.seal(0)).toEqual(WAITS);
    await sql`UPDATE log_rollbacks SET confirmed_at = now()`.execute(db());
    expect(await walk.seal(0)).toEqual(WAITS);
    await walk.seal(1);
    await expectOneHistoryForEachKey();
  });

  test('two programs that die before they sign leave trees that verify, and that the next one signs', async () => {
    const walk = await grown();
    for (const node of [0, 1]) {
      await walk.write(1);
      await walk.crash(node, true);
      expect(await verify()).toBeNull();
    }
    expect((await findNewest(db(), LOG))?.size).toBe(5);
    expect(await walk.seal(1)).toBeNull();
    expect((await findNewest(db(), LOG))?.size).toBe(7);
  });

  test('a log is sealed on after two confirmations with no signature between them', async () => {
    const walk = await grown();
    for (let nth = 0; nth < 2; nth++) {
      await walk.putBack(nth);
      await walk.recordRestore(0);
      expect(await walk.confirm()).not.toBeNull();
      await walk.backUp();
    }
    expect(await walk.seal(0)).toBeNull();
    expect(await verify()).toBeNull();
  });

  test('a damaged file of a head stops sealing and says what to do', async () => {
    const walk = await grown();
    fs.writeFileSync(path.join(folder, `${walks}-0`, 'heads', `ledger-${LOG.scopeId}`), '-\n5\n');
    walk.restart(0, false);
    expect(await walk.seal(0)).toMatch(/is damaged\. It says what was signed last/);
  });
});
