/** The table of shared things in docs/scaling.md has the figures of the code. */
import fs from 'node:fs';
import { expect, test } from 'vitest';

const rows = new Map(
  fs
    .readFileSync('docs/scaling.md', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => [line.split(' | ', 1)[0]?.slice(2) ?? '', line]),
);

/** What the row says, and what the code says that is the same. */
const FIGURES: readonly (readonly [row: string, says: string, file: string, code: string])[] = [
  ['Requests', '120 pages', 'http/request-limit.ts', 'PAGE_LIMIT: RequestLimit = { perSecond: 120, perMinute: 1_800 }'],
  ['Requests', '300 calls', 'http/request-limit.ts', 'CALL_LIMIT: RequestLimit = { perSecond: 300, perMinute: 6_000 }'],
  ['Requests', '1,800 and 6,000 a minute', 'http/request-limit.ts', 'perMinute: 6_000'],
  ['Requests', 'four times that for a /48', 'rate-limits/network.rules.ts', 'WIDE_FACTOR = 4'],
  [
    'Reads of strangers',
    '4 slots, 400 that wait for five seconds',
    'server/admission.ts',
    'activeMax: 4, activeOfClientMax: 3, waitingMax: 400, waitMsMax: 5_000',
  ],
  [
    'Reads of known sessions, keys and browsers',
    '24 slots, 1,000 that wait',
    'server/admission.ts',
    'activeMax: 24, activeOfClientMax: 12, waitingMax: 1_000',
  ],
  ['Reads of strangers', '3 of a network', 'server/admission.ts', 'activeOfClientMax: 3'],
  ['Reads of known sessions, keys and browsers', '12 of a session', 'server/admission.ts', 'activeOfClientMax: 12'],
  ['Database connections', '20: 6 for', 'db/client.ts', 'poolSize = 20'],
  ['Database connections', '20: 6 for', 'db/client.ts', 'PLATFORM_SHARE = 0.3'],
  ['Database connections', '4 slots', 'server/admission.ts', 'activeMax: 4,'],
  ['Sign-ins by password', '5 permits', 'accounts/passwords/service.ts', 'runningMax: 5, trustedMin: 1'],
  ['Sign-ins by password', '50 that wait', 'accounts/passwords/service.ts', 'waitingMax: 50'],
  [
    'Threads that hash passwords',
    'the cores less one, 4 at most',
    'accounts/passwords/service.ts',
    'Math.min(4, os.availableParallelism() - 1)',
  ],
  ['Statement reader', '10 s of a processor', 'reconciliation/statement/reading/service.ts', 'processorMs: 10_000'],
  ['Statement reader', '768 MB', 'reconciliation/statement/reading/service.ts', 'residentMegabytes: 768'],
  ['Statement reader', '10 files of a company wait', 'reconciliation/statement/reading/service.ts', 'waitingMax: 10'],
  ['Statement reader', '600 s an hour', 'reconciliation/statement/reading/service.ts', 'HOURLY_MS = 600_000'],
  ['Packer', 'tried less often', 'launch/packing/store.ts', 'ORDER BY attempt, created_at LIMIT 1'],
  ['Webhooks', '32 at a time', 'integrations/delivery/service.ts', 'OF_ALL_MAX = 32'],
  ['Webhooks', '10 of a company', 'integrations/delivery/service.ts', 'OF_COMPANY_MAX = 10'],
  ['Witnesses', 'a minute each', 'transparency-log/witnesses/service.ts', 'ROUND_MS = 60_000'],
  ['Mails', '32 at a time', 'mail/rules.ts', 'concurrency: 32'],
  ['Mails', '4 for codes alone', 'mail/rules.ts', 'codeReserve: 4'],
  ['Downloads', '64 MiB in flight', 'server/slow-clients.ts', 'IN_FLIGHT_BYTES_MAX = 64 * 1024 * 1024'],
  ['Downloads', '32 at a time', 'http/media.ts', 'activePerKeyMax: 32'],
];

test.each(FIGURES)('%s: %s', (row, says, file, code) => {
  expect(rows.get(row)).toContain(says);
  expect(fs.readFileSync(`src/lib/${file}`, 'utf8')).toContain(code);
});
