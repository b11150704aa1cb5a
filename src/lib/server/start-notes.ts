/** What the program prints for its operator when it has started. */
import path from 'node:path';
import type { RunningApp } from '../app.ts';

interface StartOptions {
  /** Started with `--demo`. */
  readonly isDemo: boolean;
  /** Where the site is reached, without a trailing slash. */
  readonly origin: string;
}

/** Lines about a first start and about the demonstration. */
export function startNotes(app: RunningApp, { isDemo, origin }: StartOptions): string[] {
  const demo = app.demo ? demoNotes(app.demo, origin) : [];
  const nothingFilled = isDemo && !app.demo ? ['The database is not empty: --demo changes nothing in it.'] : [];
  return [...firstStartNotes(app, origin), ...demo, ...nothingFilled];
}

/** @param host as configured; an IPv6 address is put in brackets */
export function originOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

function firstStartNotes({ firstStart, config }: RunningApp, origin: string): string[] {
  if (!firstStart) return [];
  const { adminEmail, adminPassword, superAdminEmail } = firstStart;
  const passwordFile = path.join(config.dataDir, 'secrets', 'first-admin.txt');
  const lines = [
    `First start. Sign in as admin at ${origin}/admin/login`,
    `  email ${adminEmail}  password ${adminPassword ?? 'as set by ADMIN_PASSWORD'}`,
  ];
  if (adminPassword) lines.push(`  (works for 7 days; stored in ${passwordFile}; delete the file once you have it)`);
  lines.push(`Super admin: ${superAdminEmail} at ${origin}/superadmin/login`);
  if (!config.smtpUrl)
    lines.push(`Mails are written to ${path.join(config.dataDir, 'outbox')} and shown at ${origin}/dev/mailbox`);
  return lines;
}

function demoNotes(demo: NonNullable<RunningApp['demo']>, origin: string): string[] {
  const { members, purchases, password, file, statementFile, settlementFile, member, newcomer, admin, launching } =
    demo;
  return [
    `Demonstration: ${members} members and ${purchases} purchases are in the database. Sign in with password ${password} as`,
    `  member      ${member} at ${origin}`,
    `  new member  ${newcomer} at ${origin}`,
    `  admin       ${admin} at ${origin}/admin/login`,
    `  (stored in ${file}; every member of the demonstration has this password)`,
    `A bank statement to try the reconciliation with: ${statementFile}`,
    `  and a settlement file of an aggregator: ${settlementFile}`,
    ...(launching ? [`A second company, ${launching.symbol}, is days before its launch at ${launching.url}`] : []),
    ...(launching ? ['  with the same member, admin and password'] : []),
  ];
}
