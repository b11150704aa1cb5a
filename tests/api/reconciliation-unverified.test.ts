/** Strangers whom nobody has verified: next to members with names in other scripts, on rows without a name, and in the approval of all. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, companyIdOf, makeAdmin, makeMember } from '../support/accounts.ts';
import { freshReference, post, purchaseRow, submitted, upi, withoutCaps } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';
import { dayInIndia, getJson, importLines, type Line, makeAccount } from '../support/statements.ts';

let site: Site;
let admin: Account;
let accountId: string;
beforeAll(async () => {
  site = await startSite();
  await withoutCaps(site);
  admin = await makeAdmin(site, { name: 'Vikram Shah' });
  accountId = await makeAccount(site, await companyIdOf(site));
});
afterAll(() => site?.remove());

const APPROVE_MATCHES = '/api/v1/admin/reconciliation/approve';

let claims = 0;
async function claim(buyer: Account, referenceNumber: string) {
  const rupees = 1_000 + ++claims;
  const due = ((rupees * 118) / 100).toFixed(2);
  const request = await upi(site, buyer, {
    referenceNumber,
    beneficiaryId: accountId,
    purchaseAmount: String(rupees),
    amount: due,
  });
  return { buyer, due, id: String((await submitted(site, buyer, request)).id) };
}
const read = (...lines: readonly Line[]) => importLines(site, admin, accountId, lines);
const credit = (narration: string, amount: string): Line => ({ day: dayInIndia(), narration, amount });

async function recordsOf(bucket: string, search: string) {
  const { body } = await getJson(site, admin, 'match/list', { bucket, search, limit: '5' });
  return body.data.records as { label: string | null }[];
}
async function seenBy({ buyer, id }: Awaited<ReturnType<typeof claim>>) {
  const changes = async () => (await sql`SELECT FROM bank_changes`.execute(site.database.platform)).rows.length;
  await expect.poll(changes, { timeout: 10_000 }).toBe(0);
  const { body } = await site.call('GET', '/api/v1/user/transaction/list?limit=100', { token: buyer.token });
  const own = body.data.records.find((it: { id: string }) => it.id === id);
  return [own.bankState, own.bankAmount, own.bankSeenOn];
}
const SHARED = 'The payer’s name or address fits another member too. Ask whose payment it is.';
const UNTOLD = ['CHECKING', null, null];

test.each([
  ['லட்சுமி நாராயணன்', 'Lakshmi Narayanan'],
  ['कनिका फडके', 'Kanika Phadke'],
  ['రవి కుమార్ రెడ్డి', 'Ravi Kumar Reddy'],
  ['রহিম চৌধুরী', 'Rahim Chowdhury'],
  ['محمد عرفان', 'Mohammed Irfan'],
])(
  '%s is a member: the claims of a stranger called %s, before and after the statement, are looked at',
  async (member, name) => {
    await makeMember(site, { name: member, isApproved: true });
    for (const isLate of [false, true]) {
      const rrn = freshReference();
      const stranger = await makeMember(site, { name });
      const early = isLate ? null : await claim(stranger, rrn);
      const due = early?.due ?? (((1_000 + claims + 1) * 118) / 100).toFixed(2);
      await read(credit(`UPI/CR/${rrn}/${name.toUpperCase()}/SBIN/x@oksbi/rent`, due));
      const own = early ?? (await claim(stranger, rrn));
      expect(await recordsOf('PAYER_DIFFERS', rrn)).toMatchObject([{ label: SHARED }]);
      expect(await seenBy(own)).toEqual(UNTOLD);
    }
    const rrn = freshReference();
    const owner = await claim(
      await makeMember(site, { name: member.split(' ').reverse().join(' '), isApproved: true }),
      rrn,
    );
    await read(credit(`UPI/CR/${rrn}/${name.toUpperCase()}/SBIN/x@oksbi/rent`, owner.due));
    expect((await seenBy(owner))[0]).not.toBe('NOT_FOUND');
  },
);

test.each([
  ['the address of a member', (rrn: string) => `UPI/CR/${rrn}//SBIN/jhanavigokarn@okaxis/rent`, SHARED],
  [
    'another phone number',
    (rrn: string) => `UPI/CR/${rrn}//SBIN/9822054321@ybl/rent`,
    'The bank names nobody, and the payer’s phone number is not this buyer’s. Look at the proof.',
  ],
])('a row that names nobody has %s', async (_, form, label) => {
  await makeMember(site, { name: 'Jhanavi Gokarn', isApproved: true });
  for (const isLate of [false, true]) {
    const rrn = freshReference();
    const stranger = await makeMember(site, { name: 'Wolfgang Xi' });
    const early = isLate ? null : await claim(stranger, rrn);
    const due = early?.due ?? (((1_000 + claims + 1) * 118) / 100).toFixed(2);
    await read(credit(form(rrn), due));
    const own = early ?? (await claim(stranger, rrn));
    expect(await recordsOf('PAYER_DIFFERS', rrn)).toMatchObject([{ label }]);
    expect(await seenBy(own)).toEqual(UNTOLD);
  }
});

test('the approval of all leaves out accounts that nobody has verified, on request', async () => {
  const verified = await makeMember(site, { name: 'Bhaskar Tungare', isApproved: true });
  // An account that waits for years is no better.
  await sql`UPDATE users SET created_at = created_at - interval '900 days'`.execute(site.database.platform);
  const [first, second] = [freshReference(), freshReference()];
  const fresh = await claim(await makeMember(site, { name: 'Chitrangada Vaze' }), first);
  const known = await claim(verified, second);
  await read(
    credit(`UPI/CR/${first}/CHITRANGADA VAZE/SBIN/c@ok/x`, fresh.due),
    credit(`UPI/CR/${second}/BHASKAR TUNGARE/SBIN/b@ok/x`, known.due),
  );
  expect(await recordsOf('EXACT', first)).toMatchObject([
    { label: expect.stringMatching(/^Nobody has verified this account/) },
  ]);
  expect(await recordsOf('EXACT', second)).toMatchObject([{ label: null }]);
  const approve = (more: object) => post(site, APPROVE_MATCHES, admin, { bucket: 'EXACT', ...more });
  expect((await approve({ unverified: false })).body.data).toMatchObject({ approved: 1, remaining: 0 });
  const statuses = async () => [(await purchaseRow(site, fresh.id)).status, (await purchaseRow(site, known.id)).status];
  expect(await statuses()).toEqual(['PENDING', 'APPROVED']);
  expect((await approve({ unverified: 'no' })).status).toBe(422);
  expect((await approve({})).body.data).toMatchObject({ approved: 1 });
  expect(await statuses()).toEqual(['APPROVED', 'APPROVED']);
});

test('a payment is not paid twice because a settlement has its number, too', async () => {
  const rrn = freshReference();
  const twice = [freshReference(), freshReference()] as const;
  await read(
    credit(`UPI/CR/${rrn}/DEVAKI SOMAN/SBIN/d@ok/x`, '777.00'),
    ...twice.map((number) => credit(`UPI/CR/${number}/EKNATH PAI/SBIN/e@ok/x`, '778.00')),
  );
  const { rows } = await sql<{
    id: string;
  }>`SELECT row_id AS id FROM bank_row_references WHERE reference = ${rrn}`.execute(site.database.platform);
  // The same number on another row, as a settlement file writes it.
  await sql`WITH twin AS (
      INSERT INTO bank_rows SELECT (jsonb_populate_record(b, jsonb_build_object('id', gen_random_uuid(), 'identity', repeat('ab', 32)))).*
      FROM bank_rows b WHERE b.id = ${rows[0]?.id ?? ''} RETURNING *)
    INSERT INTO bank_row_references
    SELECT (jsonb_populate_record(f, jsonb_build_object('row_id', twin.id))).* FROM twin, bank_row_references f
    WHERE f.row_id = ${rows[0]?.id ?? ''}`.execute(site.database.platform);
  const labels = async (search: string) => (await recordsOf('WITHOUT_CLAIM', search)).map(({ label }) => label);
  expect(await labels(rrn)).toEqual([null, null]);
  expect(await labels(twice[0])).toEqual([expect.stringMatching(/paid twice\?$/)]);
});
