/** A hundred thousand rows are streamed: memory stays flat, also for a slow client. */
import fs from 'node:fs';
import http from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { takeExport } from '../support/exports.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const ROWS = 100_000;
/** How much the program may grow while it creates a file, in MiB: buffers, and garbage not yet collected. */
const GROWTH_MIB_MAX = 160;

let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
  const { id } = await makeMember(site, { name: 'Asha Rao' });
  await sql`
    INSERT INTO purchases (company_id, user_id, order_number, payment_method, order_amount_paise, price_micros, quantity,
      fee_bps, fee_paise, final_amount_paise, claimed_amount_paise, reference_number, content_hash, search_text, created_at)
    SELECT ${await companyIdOf(site)}, ${id}, 'PUR-' || n, 'UPI', 100000, 250000, 4000, 1800, 18000, 118000, 118000,
      lpad(n::text, 12, '0'), '', 'batch' || n % 20, now() - n * interval '1 second'
    FROM generate_series(1, ${sql.lit(ROWS)}) n`.execute(site.database.platform);
  await takeExport(site, admin, 'supply', { format: 'xlsx' });
  await takeExport(site, admin, 'purchases', { format: 'csv', search: 'nobody' });
});
afterAll(() => site?.remove());

/** Resident memory of the program in MiB. */
function residentMib(): number {
  const status = fs.readFileSync(`/proc/${site.process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]) / 1024;
}

interface Taken {
  bytes: number;
  lines: number;
  /** The peak, above the memory before. */
  growthMib: number;
}

/** Reads the response and measures the program meanwhile. `pauseMs`: pause after each part. */
async function take(format: string, pauseMs = 0, partsMax = Number.POSITIVE_INFINITY): Promise<Taken> {
  const before = residentMib();
  const taken: Taken = { bytes: 0, lines: 0, growthMib: 0 };
  const watch = setInterval(() => {
    taken.growthMib = Math.max(taken.growthMib, residentMib() - before);
  }, 20);
  try {
    return await new Promise<Taken>((done, fail) => {
      const request = http.get(
        `${site.url}/api/v1/admin/export/purchases?format=${format}`,
        { headers: { Authorization: admin.token, 'X-Forwarded-For': freshIp() } },
        async (answer) => {
          let parts = 0;
          for await (const part of answer as AsyncIterable<Buffer>) {
            taken.bytes += part.length;
            for (const byte of part) if (byte === 10) taken.lines++;
            if (++parts >= partsMax) break;
            if (pauseMs > 0) await new Promise((next) => setTimeout(next, pauseMs));
          }
          done(taken);
        },
      );
      request.on('error', fail);
    });
  } finally {
    clearInterval(watch);
  }
}

it.skipIf(process.platform !== 'linux')('all rows as CSV and as a workbook, with flat memory', async () => {
  const csv = await take('csv');
  process.stdout.write(
    `100 000 rows as CSV: ${Math.round(csv.bytes / 1e6)} MB, memory grew by ${Math.round(csv.growthMib)} MiB\n`,
  );
  expect(csv.lines).toBe(ROWS + 1);
  expect(csv.bytes).toBeGreaterThan(20_000_000);
  expect(csv.growthMib).toBeLessThan(GROWTH_MIB_MAX);
  const xlsx = await take('xlsx');
  process.stdout.write(
    `100 000 rows as xlsx: ${Math.round(xlsx.bytes / 1e6)} MB, memory grew by ${Math.round(xlsx.growthMib)} MiB\n`,
  );
  expect(xlsx.growthMib).toBeLessThan(GROWTH_MIB_MAX);
});

it.skipIf(process.platform !== 'linux')(
  'the export waits for a slow client, and stops for one that disconnects',
  async () => {
    const slow = await take('csv', 100, 20);
    expect(slow.bytes).toBeLessThan(5_000_000);
    expect(slow.growthMib).toBeLessThan(GROWTH_MIB_MAX);
    const open = async (): Promise<bigint> => {
      const { rows } = await sql<{ n: bigint }>`
      SELECT count(*) AS n FROM pg_stat_activity
      WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(site.database.platform);
      return rows[0]?.n ?? -1n;
    };
    await expect.poll(open, { timeout: 10_000 }).toBe(0n);
  },
);

it('a workbook of many rows reads back', async () => {
  const { rows } = await takeExport(site, admin, 'purchases', { format: 'xlsx', search: 'batch0' });
  expect(rows).toHaveLength(ROWS / 20);
  expect(rows[0]).toMatchObject({ 'Order #': `PUR-${ROWS}`, 'UTR or Transaction Number': '000000100000' });
  expect(rows.at(-1)).toMatchObject({ 'Order #': 'PUR-20', 'Final amount': '1180' });
});
