/**
 * Secrets and personal data do not leak: unique values go through a whole journey; then every row of the database,
 * every
 * file of the data folder and the whole output of the program are searched for them.
 */
import fs from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { otherSymbol } from '../support/brand.ts';
import { freshReference, upload } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const EMAIL = 'canary.kumari@example.com';
const AADHAAR = '234123412346';
const COMPANY_AADHAAR = '876543219083';
const SUPER_EMAIL = 'superadmin@example.com';
const FIRST_PASSWORD = 'canary quartz lagoon 41';
const SECOND_PASSWORD = 'canary velvet harbour 52';
const RESET_PASSWORD = 'canary amber thicket 63';
const WRONG_PASSWORD = 'canary wrong compass 74';
const ADMIN_PASSWORD = 'correct horse battery';

interface Secret {
  readonly what: string;
  readonly value: string;
  /** A mail file contains the code that it delivers. */
  readonly inMail?: boolean;
}

let site: Site;
const secrets: Secret[] = [
  { what: 'Aadhaar', value: AADHAAR },
  { what: 'Aadhaar in groups', value: '2341 2341 2346' },
  { what: "a company's Aadhaar", value: COMPANY_AADHAAR },
  { what: 'password', value: FIRST_PASSWORD },
  { what: 'password after the change', value: SECOND_PASSWORD },
  { what: 'password after the reset', value: RESET_PASSWORD },
  { what: 'wrong password', value: WRONG_PASSWORD },
  { what: "the admin's password", value: ADMIN_PASSWORD },
];
/** Personal data that a log must not contain, in addition to the secrets. */
const personal = [EMAIL, 'canary.kumari', 'Canary Kumari', '9876501234', '1994-04-12', '560037', 'canary-receipt'];
let files: { name: string; bytes: Buffer }[];
let rows: { table: string; text: string }[];
let output: string;

async function send(method: string, to: string, body: unknown, token?: string) {
  return site.call(method, to, { body, ip: freshIp(), ...(token && { token }) });
}

/** Every kind of action in the program, and some failures. */
async function journey(): Promise<void> {
  const who = { name: 'Canary Kumari', email: EMAIL, mobile: '+919876501234' };
  await send('POST', '/api/v1/user/auth/register/otp', who);
  const otp = await site.code(EMAIL);
  secrets.push({ what: 'registration code', value: otp, inMail: true });
  const registered = await send('POST', '/api/v1/user/auth/register', {
    ...who,
    otp,
    dateOfBirth: '1994-04-12',
    pincode: '560037',
    gender: 'female',
    password: FIRST_PASSWORD,
  });
  expect(registered.status).toBe(201);

  await send('POST', '/api/v1/user/auth/login', { user: EMAIL, password: WRONG_PASSWORD });
  const token = await login(FIRST_PASSWORD);
  const profile = { kycDocumentNumber: AADHAAR, password: FIRST_PASSWORD, walletAddress: '' };
  const update = new URLSearchParams({ kycDocumentNumber: profile.kycDocumentNumber, password: FIRST_PASSWORD });
  expect((await send('PUT', '/api/v1/user/auth/profile/update', update, token)).body).toMatchObject({ status: true });
  // Rejected secrets must not be shown either.
  await send('PUT', '/api/v1/user/auth/profile/update', new URLSearchParams({ ...profile, mobile: 'x' }), token);
  await send('POST', '/api/v1/user/auth/login', `{"user":"${EMAIL}","password":"${FIRST_PASSWORD}"`);

  const member = { token } as Parameters<typeof upload>[1];
  const bought = await send(
    'POST',
    '/api/v1/user/package/purchase',
    {
      paymentMethod: 'UPI',
      amount: '1180.00',
      purchaseAmount: '1000',
      referenceNumber: freshReference(),
      receiptId: await upload(site, member),
    },
    token,
  );
  expect(bought.body).toMatchObject({ status: true });

  const change = { password: FIRST_PASSWORD, newPassword: SECOND_PASSWORD };
  expect((await send('PUT', '/api/v1/user/auth/password/update', change, token)).body).toMatchObject({ status: true });
  await send('POST', '/api/v1/user/auth/forgot-password/otp', { user: EMAIL });
  const letter = await site.mail(EMAIL, { containing: 'Your password stays as it is.' });
  const reset = /^\d{6}(?=\s*$)/m.exec(letter)?.[0] ?? '';
  secrets.push({ what: 'reset code', value: reset, inMail: true });
  const resetBody = { user: EMAIL, otp: reset, password: RESET_PASSWORD };
  expect((await send('POST', '/api/v1/user/auth/forgot-password', resetBody)).body).toMatchObject({ status: true });
  await login(RESET_PASSWORD);

  const admin = await send('POST', '/api/v1/company/auth/login', {
    email: 'admin@example.com',
    password: ADMIN_PASSWORD,
  });
  keepSession(admin);
  const approve = { id: bought.body.data.id };
  expect((await send('POST', '/api/v1/admin/transaction/approve', approve, admin.body.data.token)).status).toBe(200);
  await send('GET', '/api/v1/user/auth/export/get', undefined, token);
  // First a wrong password, then a change of the rules with the right one.
  const settings = { version: 1, notice: 'Open until March.', password: WRONG_PASSWORD };
  await send('PUT', '/api/v1/admin/settings/update', settings, admin.body.data.token);
  const right = { ...settings, password: ADMIN_PASSWORD };
  expect((await send('PUT', '/api/v1/admin/settings/update', right, admin.body.data.token)).status).toBe(200);
  await platform();
}

/** A super admin signs in by code and adds a company. */
async function platform(): Promise<void> {
  await send('POST', '/api/v1/superadmin/auth/login/email/otp', { email: SUPER_EMAIL });
  const otp = await site.code(SUPER_EMAIL);
  secrets.push({ what: 'super admin code', value: otp, inMail: true });
  const boss = await send('POST', '/api/v1/superadmin/auth/login/verify', { email: SUPER_EMAIL, otp });
  keepSession(boss);
  const company = {
    companyName: 'Acorn Works Private Limited',
    companyTitle: 'Acorn pre-launch sale',
    tokenName: 'Acorn',
    tokenSymbol: otherSymbol('GLC'),
    initialPrice: '0.50',
    totalSupply: '1000',
    privateSupply: '300',
    publicCellSupply: '500',
    angelInvestorSupply: '100',
    founderTeamSupply: '75',
    airdropSupply: '25',
    email: 'office@acorn.example',
    mobile: '9876543210',
    companyAadhaarCard: COMPANY_AADHAAR,
    companyPan: 'ABCCE1234F',
    companyAddress: '1 Example Road, Pune',
    companyPincode: '411001',
  };
  const made = await send('POST', '/api/v1/superadmin/company/add', company, boss.body.data.token);
  expect([made.status, made.body.message]).toEqual([201, 'Company added successfully']);
}

function keepSession(answer: Awaited<ReturnType<typeof send>>): void {
  secrets.push({ what: 'token', value: answer.body.data.token });
  const cookie = /^[^=]+=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  expect(cookie).toMatch(/^[\w-]{20,}$/);
  secrets.push({ what: 'cookie', value: cookie ?? '' });
}

async function login(password: string): Promise<string> {
  const answer = await send('POST', '/api/v1/user/auth/login', { user: EMAIL, password });
  expect(answer.status).toBe(200);
  keepSession(answer);
  return answer.body.data.token;
}

beforeAll(async () => {
  site = await startSite({ embedded: true });
  await journey();
  await site.mail(EMAIL, { containing: 'our stock ledger' });
  const db = site.database.platform;
  const tables = await sql<{ name: string }>`
    SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public'`.execute(db);
  rows = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const result = await sql<{ text: string }>`SELECT to_jsonb(t)::text AS text FROM ${sql.table(name)} AS t`.execute(
        db,
      );
      return { table: name, text: result.rows.map(({ text }) => text).join('\n') };
    }),
  );
  await site.stop();
  output = site.output();
  files = fs
    .readdirSync(site.dataDir, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => path.join(it.parentPath, it.name))
    .map((file) => ({ name: path.relative(site.dataDir, file), bytes: fs.readFileSync(file) }));
});
afterAll(() => site?.remove());

const isMail = (name: string): boolean => name.startsWith(`outbox${path.sep}`);
const hex = (text: string): string => Buffer.from(text).toString('hex');

test('the search finds values that are there', () => {
  expect(rows.find(({ table }) => table === 'users')?.text).toContain(EMAIL);
  expect(files.some(({ name, bytes }) => name.startsWith('postgres') && bytes.includes(EMAIL))).toBe(true);
  expect(files.some(({ name, bytes }) => isMail(name) && bytes.includes(EMAIL))).toBe(true);
  expect(output).toContain('/api/v1/user/auth/login');
  expect(secrets.filter(({ what }) => /token|cookie|code/.test(what))).toHaveLength(11);
});

describe('no secret is', () => {
  test('in a row of the database', () => {
    const leaks = secrets.flatMap(({ what, value }) =>
      rows
        .filter(({ text }) => text.includes(value) || text.includes(hex(value)))
        // Six digits may also be part of a number.
        .filter(({ text }) => value.length > 6 || new RegExp(`(?<![0-9a-f])${value}(?![0-9a-f])`).test(text))
        .map(({ table }) => `${what} in ${table}`),
    );
    expect(leaks).toEqual([]);
  });

  test('in a file of the data folder', () => {
    const leaks = secrets.flatMap(({ what, value, inMail }) =>
      files
        .filter(({ name, bytes }) => !(inMail && isMail(name)) && holds(bytes, value))
        .map(({ name }) => `${what} in ${name}`),
    );
    expect(leaks).toEqual([]);
  });

  test('in the output of the program', () => {
    expect(secrets.filter(({ value }) => holds(Buffer.from(output), value)).map(({ what }) => what)).toEqual([]);
  });
});

/** A short code counts only as a whole word: every megabyte has six matching digits by chance. */
function holds(bytes: Buffer, value: string): boolean {
  if (value.length > 8) return bytes.includes(value);
  for (let at = bytes.indexOf(value); at >= 0; at = bytes.indexOf(value, at + 1)) {
    const around = bytes.subarray(Math.max(0, at - 1), at + value.length + 1).toString('latin1');
    if (/^[^0-9A-Za-z]?\d+[^0-9A-Za-z]?$/.test(around)) return true;
  }
  return false;
}

test('the output of the program contains no personal data', () => {
  expect(personal.filter((text) => output.includes(text))).toEqual([]);
});
