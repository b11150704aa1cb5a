/**
 * `kill -9` in the middle of sealing, of one or both of two nodes on one database under writers: every checkpoint that was ever
 * published stays true. A trigger keeps each of them outside the reach of the program, and makes sealing last long enough to be hit.
 */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { isConsistent, type TreeHead, treeOf } from '../support/consistency.ts';
import { reportFault } from '../support/faults.ts';
import { allSealed } from '../support/sealing.ts';
import { APP_SECRET, type Site, startSite } from '../support/site.ts';
import { makeWriters } from '../support/writers.ts';

const ROUNDS = 8;
const WRITERS = 8;
/** How long a transaction that seals pauses before its tiles and before its checkpoint. */
const PAUSE_MS = 100;

/** Keeps each published checkpoint, and counts the transactions that began to seal: a sequence is not rolled back. */
async function watch({ database }: Site): Promise<void> {
  for (const statement of [
    'CREATE SCHEMA watched',
    'CREATE SEQUENCE watched.begun',
    `CREATE TABLE watched.checkpoints (nth bigserial, scope_id uuid, kind text, size bigint, root bytea, is_new boolean)`,
    `CREATE FUNCTION watched.publish() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       INSERT INTO watched.checkpoints (scope_id, kind, size, root, is_new)
       VALUES (NEW.scope_id, NEW.kind, NEW.size, NEW.root, TG_OP = 'INSERT');
       PERFORM pg_sleep(${PAUSE_MS / 1000}); RETURN NEW; END $$`,
    `CREATE FUNCTION watched.pause() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$ BEGIN
       PERFORM nextval('watched.begun'), pg_sleep(${PAUSE_MS / 1000}); RETURN NULL; END $$`,
    `CREATE TRIGGER watched_publish AFTER INSERT OR UPDATE ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION watched.publish()`,
    `CREATE TRIGGER watched_pause BEFORE INSERT ON log_tiles FOR EACH STATEMENT EXECUTE FUNCTION watched.pause()`,
  ])
    await sql.raw(statement).execute(database.platform);
}

/** Waits until a transaction that seals is in one of its pauses. */
async function sealingNow({ database }: Site): Promise<void> {
  for (;;) {
    const { rows } = await sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`.execute(
      database.platform,
    );
    if (rows.length > 0) return;
    await sleep(2);
  }
}

interface Published extends TreeHead {
  readonly log: string;
}

/** Checks all checkpoints that were ever published against the newest of their log. @returns how many there are */
async function expectOneHistory({ database }: Site): Promise<number> {
  const read = await database.platform
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const { rows: heads } = await sql<{ log: string; size: bigint; root: Buffer }>`
        SELECT kind || ' ' || scope_id AS log, size, root FROM watched.checkpoints ORDER BY nth`.execute(tx);
      const { rows: tiles } = await sql<{ log: string; hashes: Buffer }>`
        SELECT kind || ' ' || scope_id AS log, hashes FROM log_tiles WHERE level = 0 ORDER BY log, tile`.execute(tx);
      return { heads: heads.map((it) => ({ ...it, size: Number(it.size) })), tiles };
    });
  const logs = Map.groupBy<string, Published>(read.heads, (it) => it.log);
  for (const [log, heads] of logs) {
    const sizes = heads.map((it) => it.size);
    expect(sizes, `${log} never shrinks`).toEqual(sizes.toSorted((a, b) => a - b));
    const bytes = Buffer.concat(read.tiles.filter((it) => it.log === log).map((it) => it.hashes));
    const tree = treeOf(Array.from({ length: bytes.length / 32 }, (_, i) => bytes.subarray(i * 32, i * 32 + 32)));
    const newest = heads.at(-1) as Published;
    expect([log, newest.size, newest.root.toString('hex')]).toEqual([log, tree.size, tree.root.toString('hex')]);
    const roots = new Map<number, string>();
    for (const head of heads) {
      const root = head.root.toString('hex');
      expect([log, head.size, roots.get(head.size) ?? root]).toEqual([log, head.size, root]);
      roots.set(head.size, root);
      // A tree without leaves is the beginning of every tree.
      if (head.size === 0) continue;
      const proof = tree.consistencyProof(head.size);
      expect([log, head.size, isConsistent(head, newest, proof)]).toEqual([log, head.size, true]);
      const other = { size: head.size, root: Buffer.from(head.root.map((byte) => byte ^ 1)) };
      expect(isConsistent(other, newest, proof)).toBe(false);
    }
  }
  return read.heads.length;
}

/** But for the triggers of this test, which are not the program's. */
async function expectVerified({ databaseUrl }: Site): Promise<void> {
  const env = { PATH: process.env.PATH, DATABASE_URL: databaseUrl ?? '', APP_SECRET };
  const run = promisify(execFile);
  const verify = async (command: string): Promise<void> => {
    const { stdout } = await run(process.execPath, ['dist/server/cli.mjs', command], { env }).catch(
      (cause: { stdout: string }) => cause,
    );
    expect(stdout).toMatch(/^ok /m);
    const faults = stdout.split('\n').filter((line) => line.startsWith('BAD'));
    expect(faults.map((line) => /: the trigger (watched_\w+) on /.exec(line)?.[1] ?? line)).toEqual([
      'watched_pause',
      'watched_publish',
    ]);
  };
  await Promise.all(['ledger:verify', 'audit:verify'].map(verify));
}

test(`two nodes, ${ROUNDS} times in the middle of sealing: one history without a gap`, async () => {
  const base = await startSite();
  const nodes: Site[] = [];
  onTestFinished(async () => {
    // The data folder is that of the first.
    for (const node of nodes) await node.remove();
    await base.remove();
  });
  expect(await base.stop()).toBe(0);
  await watch(base);
  const begin = (): Promise<Site> =>
    startSite({ databaseUrl: base.databaseUrl ?? '', dataDir: base.dataDir, env: { RATE_LIMITS: 'off' } });
  nodes.push(await begin(), await begin());
  let tries = 0;
  const writers = await makeWriters({ count: WRITERS, site: () => nodes[tries++ % 2] ?? base });
  writers.begin();
  for (let round = 0; round < ROUNDS; round++) {
    const before = writers.counts.acknowledged;
    await expect.poll(() => writers.counts.acknowledged, { timeout: 30_000, interval: 10 }).toBeGreaterThan(before + 3);
    await sealingNow(base);
    // Which of the two seals is not known: both at the same time, else one and the other in turn at a moment up to the commit.
    const killed = round % 2 === 0 ? [0, 1] : [(round >> 1) % 2];
    if (killed.length === 1) await sleep(Math.random() * 2 * PAUSE_MS);
    await Promise.all(killed.map((nth) => nodes[nth]?.kill()));
    await Promise.all(
      killed.map(async (nth) => {
        await nodes[nth]?.database.close();
        nodes[nth] = await begin();
      }),
    );
    const published = await expectOneHistory(base);
    // The nodes go on where the killed ones ended.
    await expect.poll(() => expectOneHistory(base), { timeout: 30_000 }).toBeGreaterThan(published);
    await expectVerified(base);
  }
  await writers.end();
  await allSealed(base);
  const published = await expectOneHistory(base);
  await expectVerified(base);
  for (const node of nodes) expect(node.output()).not.toContain('cannot be sealed');
  const { rows } = await sql<{ cut: number }>`
    SELECT ((SELECT last_value FROM watched.begun) - count(*))::int AS cut FROM watched.checkpoints
    WHERE is_new AND size > 0`.execute(base.database.platform);
  reportFault(
    'kill -9 while the logs are sealed, two nodes',
    `${published} checkpoints, ${rows[0]?.cut} transactions cut, one history without a gap`,
  );
  // Otherwise the kills have proved nothing.
  expect(rows[0]?.cut).toBeGreaterThan(0);
  expect(writers.counts.orders).toBeGreaterThan(ROUNDS);
}, 240_000);
