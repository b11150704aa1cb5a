/**
 * Where statements can see more than one company: on the platform's connections, which row security does not bind. Every other statement
 * runs on a connection of its company, so companies can be divided over several databases. A new use has to be entered here, with its reason.
 */
import fs from 'node:fs';
import { expect, test } from 'vitest';

/** How often each file takes the platform's connections, by the reason. */
const USES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'The platform’s own: super admins, the health of all companies, the program itself.': {
    'src/lib/app.ts': 10,
    'src/lib/cli/access.ts': 1,
    'src/lib/cli/backup.ts': 1,
    'src/lib/cli/carry-over.ts': 2,
    'src/lib/cli/cluster-hosts.ts': 1,
    'src/lib/cli/company-export.ts': 4,
    'src/lib/cli/company-import.ts': 3,
    'src/lib/cli/company-move.ts': 1,
    'src/lib/cli/demo/service.ts': 2,
    'src/lib/cli/media.ts': 2,
    'src/lib/cli/restore.ts': 7,
    'src/lib/cli/rollbacks.ts': 1,
    'src/lib/cli/seal/service.ts': 5,
    'src/lib/health/metrics/service.ts': 1,
    'src/lib/health/verification/service.ts': 5,
    'src/lib/housekeeping.ts': 1,
    'src/lib/superadmin/brand/service.ts': 2,
    'src/lib/superadmin/companies/service.ts': 3,
    'src/lib/superadmin/company-view/service.ts': 2,
    'src/lib/superadmin/dashboard/service.ts': 2,
  },
  'Before the company is known, or for sessions and counters of both: each names its scope.': {
    'src/lib/auth/alerts/service.ts': 1,
    'src/lib/auth/factors/pending/service.ts': 1,
    'src/lib/auth/login/service.ts': 1,
    'src/lib/auth/operator-access/service.ts': 3,
    'src/lib/auth/own-account/service.ts': 1,
    'src/lib/auth/reauthentication/service.ts': 2,
    'src/lib/auth/sessions/service.ts': 2,
    'src/lib/auth/superadmin/service.ts': 4,
    'src/lib/rate-limits/service.ts': 3,
  },
  'Runs of the verifications, which belong to no company.': {
    'src/lib/launch/service.ts': 1,
    'src/lib/launch/steps/service.ts': 1,
  },
  'Schedules and queues that go over all companies, each row with its own.': {
    'src/lib/announcements/send/service.ts': 2,
    'src/lib/integrations/delivery/service.ts': 2,
    'src/lib/launch/packing/service.ts': 8,
    'src/lib/purchases/digest/service.ts': 2,
    'src/lib/purchases/holds/service.ts': 2,
    'src/lib/reconciliation/imports/service.ts': 1,
    'src/lib/reconciliation/notices/service.ts': 2,
    'src/lib/reconciliation/states/service.ts': 1,
    'src/lib/reminders/service.ts': 2,
    'src/lib/rewards/due/service.ts': 2,
    'src/lib/transparency-log/sealing/service.ts': 2,
    'src/lib/transparency-log/sealing/steps/service.ts': 4,
    'src/lib/transparency-log/witnesses/service.ts': 1,
  },
  'Files and mails that several companies’ rows can name.': {
    'src/lib/dashboard/setup/service.ts': 1,
    'src/lib/media/brand/service.ts': 1,
    'src/lib/media/service.ts': 1,
    'src/lib/members/delete/service.ts': 2,
  },
};

const COMMENTS = /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm;
const TAKEN = /(?<!process)\.platform\b|\{ platform \}/g;

const usesIn = (text: string): number => text.replace(COMMENTS, '').match(TAKEN)?.length ?? 0;

test('the connections of the platform are taken where a statement goes across companies, and nowhere else', () => {
  const files = fs.globSync('src/**/*.{ts,astro}');
  const all = files.map((file) => [file, usesIn(fs.readFileSync(file, 'utf8'))] as const);
  const taken = Object.fromEntries(all.filter(([, count]) => count > 0));
  expect(taken).toEqual(Object.assign({}, ...Object.values(USES)));
});

test.each([
  ['const rows = await list(scope.app.database.platform);', 1],
  ['const { platform } = database;', 1],
  ["if (process.platform === 'linux') return;", 0],
  ['// as database.platform does', 0],
])('%s', (text, count) => {
  expect(usesIn(text)).toBe(count);
});
