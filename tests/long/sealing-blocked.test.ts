/** Somebody with the owner's SQL keeps the locks of sealing, so that entries stay unsealed: the operator and the public learn of it. */
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { makeRecordedMember } from '../support/accounts.ts';
import { allSealed } from '../support/sealing.ts';
import { startSite } from '../support/site.ts';

test('a session that keeps the lock of all logs is reported, and what waits is counted', async () => {
  const site = await startSite();
  onTestFinished(() => site.remove());
  await allSealed(site);
  const intruder = new pg.Client({ connectionString: site.databaseUrl ?? undefined });
  await intruder.connect();
  onTestFinished(() => intruder.end());
  await intruder.query("SELECT pg_advisory_lock(hashtextextended('transparency log', 0))");
  await makeRecordedMember(site, {});
  await expect
    .poll(() => site.output(), { timeout: 170_000, interval: 1_000 })
    .toContain('another session of the database has held the lock of the log for more than a minute');
  await intruder.query('SELECT pg_advisory_unlock_all()');
  await allSealed(site);
});
