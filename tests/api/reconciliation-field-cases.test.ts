/**
 * What payers type and banks write, as it was met in the field: each case ends where it must, in its bucket and for its buyer, and a
 * stranger who knows a number learns and takes nothing.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROW_BUCKETS } from '../../src/lib/reconciliation/contract.ts';
import { type Account, companyIdOf, makeAdmin, makeMember, PASSWORD } from '../support/accounts.ts';
import { approveExact, assign } from '../support/bank-rows.ts';
import { freshReference, post, purchaseRow, REJECT, submitted, upi, withoutCaps } from '../support/purchases.ts';
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

let orders = 0;
interface Order {
  readonly buyer: Account;
  readonly id: string;
  readonly orderNumber: string;
  /** What is due, which no other order of this file has. */
  readonly due: string;
}

/** A purchase of a new member by UPI, whom no admin has verified. */
async function claim(name: string, referenceNumber: string, rupees = 1_000 + ++orders): Promise<Order> {
  return claimOf(await makeMember(site, { name }), referenceNumber, rupees);
}

/** The same of a member who is verified: others of this file have the same name. */
const claimOfVerified = async (name: string, referenceNumber: string, rupees = 1_000 + ++orders): Promise<Order> =>
  claimOf(await makeMember(site, { name, isApproved: true }), referenceNumber, rupees);

async function claimOf(buyer: Account, referenceNumber: string, rupees: number): Promise<Order> {
  const due = ((rupees * 118) / 100).toFixed(2);
  const purchaseAmount = String(rupees);
  const request = await upi(site, buyer, { referenceNumber, beneficiaryId: accountId, purchaseAmount, amount: due });
  const { id, orderNumber } = await submitted(site, buyer, request);
  return { buyer, id: String(id), orderNumber: String(orderNumber), due };
}

const line = (narration: string, amount: string): Line => ({ day: dayInIndia(), narration, amount });
const read = (...lines: readonly Line[]) => importLines(site, admin, accountId, lines);

/** The bucket of the credit with this text. */
async function bucketOf(text: string): Promise<string | null> {
  for (const bucket of ROW_BUCKETS) {
    const { body } = await getJson(site, admin, 'match/list', { bucket, search: text, limit: '5' });
    if (body.data.total > 0) return bucket;
  }
  return null;
}

/** What the buyer learns of the purchase. */
async function seenBy({ buyer, id }: Order) {
  const { body } = await site.call('GET', '/api/v1/user/transaction/list?limit=100', { token: buyer.token });
  const own = body.data.records.find((it: { id: string }) => it.id === id);
  return { bankState: own.bankState, bankAmount: own.bankAmount, bankSeenOn: own.bankSeenOn };
}

const UNTOLD = { bankAmount: null, bankSeenOn: null };

/** The number with its last two neighbours that differ in each other's place. */
const swapped = (rrn: string): string => rrn.replace(/(.)((?!\1).)(?=\2*$)/, '$2$1');

describe('a case from the field', () => {
  const PHONE = '919876512345';
  test.each<[string, string, (rrn: string) => string, (rrn: string) => string, string, string]>([
    [
      'M1, a Reverend',
      'Thomas Mathew',
      (rrn) => rrn,
      (rrn) => `UPI/CR/${rrn}/REV THOMAS MATHEW/FDRL/thomas@okaxis/UPI`,
      'EXACT',
      'SEEN',
    ],
    [
      'M3, a note',
      'Asha Rao',
      (rrn) => rrn,
      (rrn) => `UPI/CR/${rrn}/ASHA RAO/HDFC/asha@okhdfc/Please return rcpt`,
      'EXACT',
      'SEEN',
    ],
    [
      'M6, a phone as the number',
      'Ravi Menon',
      () => PHONE,
      (rrn) => `IMPS/P2A-${rrn}-SYEDSADIQ-${PHONE}`,
      'SUGGESTED',
      'SUGGESTED',
    ],
    [
      'M11',
      'Ravi Menon',
      (rrn) => `IMPS/${rrn}`,
      (rrn) => `UPI/CR/${rrn}/RAVI MENON/HDFC/ravi@okhdfc/x`,
      'EXACT',
      'SEEN',
    ],
    [
      'M12',
      'Ravi Menon',
      (rrn) => `Utr${rrn}`,
      (rrn) => `UPI/CR/${rrn}/RAVI MENON/HDFC/ravi@okhdfc/x`,
      'EXACT',
      'SEEN',
    ],
    [
      'M14, between letters',
      'Ravi Menon',
      (rrn) => rrn,
      (rrn) => `RecdIMPS${rrn}RAVI MENON/KKBK`,
      'SUGGESTED',
      'SUGGESTED',
    ],
    [
      'M16, two digits wrong',
      'Asha Rao',
      (rrn) => rrn.replace(/(?<=^.{4})../, (two) => String((Number(two) + 55) % 100).padStart(2, '0')),
      (rrn) => `UPI/CR/${rrn}/ASHA RAO/HDFC/asharao@okhdfc/x`,
      'SUGGESTED',
      'SUGGESTED',
    ],
    [
      'M19, two digits swapped',
      'Asha Rao',
      swapped,
      (rrn) => `UPI/CR/${rrn}/ASHA RAO/HDFC/asha@okhdfc/x`,
      'SUGGESTED',
      'SUGGESTED',
    ],
    [
      'M20',
      'Ravi Menon',
      (rrn) => `Ref No ${rrn} via GPay`,
      (rrn) => `UPI/CR/${rrn}/RAVI MENON/HDFC/ravi@okhdfc/x`,
      'EXACT',
      'SEEN',
    ],
  ])('%s', async (_, name, typed, narration, bucket, bankState) => {
    const rrn = freshReference();
    const order = await claimOfVerified(name, typed(rrn));
    await read(line(narration(rrn), order.due));
    expect(await bucketOf(narration(rrn))).toBe(bucket);
    expect((await seenBy(order)).bankState).toBe(bankState);
  });

  test('a row that names nobody is exact, and its buyer reads neither amount nor day before the approval', async () => {
    const rrn = freshReference();
    const order = await claimOfVerified('Wolfgang Xi', rrn);
    await read(line(`INB IMPS/${rrn}/XX4417/COWL--`, order.due));
    expect(await bucketOf(rrn)).toBe('EXACT');
    expect(await seenBy(order)).toEqual({ bankState: 'CHECKING', ...UNTOLD });
    await approveExact(site, admin);
    expect(await seenBy(order)).toMatchObject({ bankState: 'SEEN', bankAmount: order.due });
  });

  test('M5, the bank took it back', async () => {
    const rrn = freshReference();
    const order = await claimOfVerified('Asha Rao', rrn);
    await read(
      line(`UPI/CR/${rrn}/ASHA RAO/HDFC/asha@okhdfc/x`, order.due),
      line(`UPI/REV/${rrn}/ASHA RAO/HDFC`, `-${order.due}`),
    );
    expect(await bucketOf(`UPI/CR/${rrn}`)).toBe('REVERSED');
    expect((await seenBy(order)).bankState).toBe('CHECKING');
  });

  test('M9, the phone is also in a debit', async () => {
    const [rrn, other] = [freshReference(), freshReference()];
    const order = await claimOfVerified('Asha Rao', rrn);
    await read(
      line(`IMPS/P2A-${rrn}-ASHARAO-${PHONE}`, order.due),
      line(`IMPS/P2A-${other}-ASHARAO-${PHONE}`, '-123.00'),
    );
    expect(await bucketOf(rrn)).toBe('EXACT');
  });

  test('M17, two parts are assigned to one order', async () => {
    const [rrn, other] = [freshReference(), freshReference()];
    const order = await claimOfVerified('Asha Rao', rrn, 2_000);
    await read(
      line(`UPI/CR/${rrn}/ASHA RAO/HDFC/asha@okhdfc/part 1`, '1416.00'),
      line(`UPI/CR/${other}/ASHA RAO/HDFC/asha@okhdfc/part 2`, '944.00'),
    );
    const rowOf = async (reference: string): Promise<string> => {
      const { rows } = await sql<{ id: string }>`
        SELECT row_id AS id FROM bank_row_references WHERE reference = ${reference}`.execute(site.database.platform);
      return rows[0]?.id ?? '';
    };
    expect((await assign(site, admin, { rowId: await rowOf(rrn), purchaseId: order.id })).status).toBe(200);
    expect((await purchaseRow(site, order.id)).status).toBe('PENDING');
    expect((await assign(site, admin, { rowId: await rowOf(other), purchaseId: order.id })).status).toBe(200);
    expect((await purchaseRow(site, order.id)).status).toBe('APPROVED');
  });
});

/** A payment of the victim, whose number a stranger has from a screenshot. */
describe('a stranger claims a payment from a screenshot', () => {
  interface Attack {
    /** The name that the stranger registers under. */
    readonly name?: string;
    /** The victim claims first, later, or not at all. */
    readonly victim?: 'before' | 'after' | 'never';
    readonly note?: (victim: Order | null, stranger: Order) => string;
    readonly isRejectedFirst?: boolean;
    /** The stranger claims after the statement was read. */
    readonly isLate?: boolean;
    /** What the stranger changes of the profile after the statement was read. */
    readonly change?: Record<string, string>;
    /** An admin has verified the stranger's account. */
    readonly isVerified?: boolean;
    /** The payer is no member, so that nobody else bears the name. */
    readonly isUnknownPayer?: boolean;
    /** How many accounts of the stranger claim it. */
    readonly accounts?: number;
    readonly form?: (rrn: string, note: string) => string;
  }

  // Each variant has its own payer: a name that others bear already proves nothing.
  const GIVEN =
    'Kavita Harini Lakshmi Meghna Nirmala Omkari Parvati Rukmini Savitri Tarini Urmila Vaidehi Yamuna Zarina Bhavani Chandrika Indira Janaki'.split(
      ' ',
    );
  const FAMILY =
    'Subramaniam Deshpande Chatterjee Gaikwad Bhattacharya Kulkarni Mukherjee Natarajan Patwardhan Rangaswamy Sengupta Thirumalai Upadhyay Venkatesan Wadhwani Jayaraman Kothari Lakhanpal'.split(
      ' ',
    );
  let variants = 0;

  test.each<[string, Attack]>([
    ['with a name of their own', {}],
    ['with the payer’s name', { name: 'Kavita Subramaniam' }],
    ['with a part of the payer’s name', { name: 'Kavita Sharma' }],
    ['with the payer’s name in another order', { name: 'Subramaniam Kavita' }],
    ['with their own order number in the note', { note: (_, stranger) => stranger.orderNumber }],
    [
      'with an order number that they read in the note, and a payer who is no member',
      { note: (_, stranger) => stranger.orderNumber, isUnknownPayer: true },
    ],
    [
      'with the form of the name that the bank prints',
      { form: (rrn) => `UPI/CR/${rrn}/K SUBRAMANIAM/HDFC/k@ok/rent`, name: 'K Subramaniam' },
    ],
    [
      'with the spelling of the name that the bank prints, while the member waits with another claim',
      { form: (rrn) => `UPI/CR/${rrn}/KAVITAA SUBRAMANIAM/HDFC/k@ok/rent`, name: 'Kavitaa Subramaniam' },
    ],
    ['after the rightful claim', { victim: 'before', name: 'Kavita Subramaniam' }],
    ['before the rightful claim', { victim: 'after', name: 'Kavita Subramaniam' }],
    ['from two accounts', { accounts: 2, name: 'Kavita Subramaniam' }],
    ['again after a rejection', { isRejectedFirst: true, name: 'Kavita Subramaniam' }],
    ['after the statement was read', { isLate: true, name: 'Kavita Subramaniam' }],
    ['and takes the payer’s name', { change: { name: 'Kavita Subramaniam' } }],
    [
      'and takes the name of a payer who is no member',
      { change: { name: 'Kavita Subramaniam' }, isUnknownPayer: true },
    ],
    [
      'and takes the payer’s name after the verification',
      { change: { name: 'Kavita Subramaniam' }, isVerified: true, isUnknownPayer: true },
    ],
    [
      'and takes the phone number of the address',
      {
        change: { mobile: '+919822012345' },
        form: (rrn) => `UPI/CR/${rrn}/KAVITA SUBRAMANIAM/HDFC/9822012345@ybl/rent`,
      },
    ],
    [
      'where the bank glues the name',
      { form: (rrn) => `IMPS/P2A-${rrn}-KAVITASUBRAMANIAM-X4417`, name: 'Kavita Subramaniam' },
    ],
  ])('%s: never exact, and neither amount nor day is shown', async (_, attack) => {
    const { victim, accounts = 1 } = attack;
    const [given, family] = [GIVEN[variants] ?? expect.fail('no name'), FAMILY[variants] ?? expect.fail('no name')];
    variants++;
    const own = (text: string): string =>
      text
        .replaceAll('Kavita', given)
        .replaceAll('Subramaniam', family)
        .replaceAll('KAVITA', given.toUpperCase())
        .replaceAll('SUBRAMANIAM', family.toUpperCase())
        .replaceAll(/\bK\b/g, given.slice(0, 1));
    const payer = `${given} ${family}`;
    const name = own(attack.name ?? 'Wolfgang Xi');
    const rrn = freshReference();
    const rupees = 5_000 + ++orders;
    // The payer is a member: without an order there is nothing to pay for.
    const victimClaims = victim === 'before' ? await claim(payer, rrn, rupees) : null;
    if (!victimClaims && !attack.isUnknownPayer) await makeMember(site, { name: payer, isApproved: true });
    const due = ((rupees * 118) / 100).toFixed(2);
    const strangers: Order[] = [];
    const strike = async (): Promise<void> => {
      for (let nth = 0; nth < accounts; nth++) strangers.push(await claim(name, rrn, rupees));
    };
    if (!attack.isLate) await strike();
    const [first] = strangers;
    if (attack.isRejectedFirst && first) await post(site, REJECT, admin, { id: first.id, reason: 'No proof.' });
    const note = first && attack.note ? attack.note(victimClaims, first) : 'rent';
    const form =
      attack.form ?? ((number: string, text: string) => `UPI/CR/${number}/KAVITA SUBRAMANIAM/HDFC/k@ok/${text}`);
    await read(line(own(form(rrn, note)), due));
    if (attack.isLate) await strike();
    for (const { buyer } of attack.change ? strangers : []) {
      if (attack.isVerified)
        await site.database.platform
          .updateTable('users')
          .set({ is_approved: true })
          .where('id', '=', buyer.id)
          .execute();
      const fields = Object.entries(attack.change ?? {}).map(([field, value]) => [field, own(value)] as const);
      const body = { ...Object.fromEntries(fields), password: PASSWORD };
      const { status } = await site.call('PUT', '/api/v1/user/auth/profile/update', { token: buyer.token, body });
      expect(status).toBe(200);
    }
    if (victim === 'after') await claim(payer, rrn, rupees);
    const settled = async () => (await sql`SELECT FROM bank_changes`.execute(site.database.platform)).rows.length;
    await expect.poll(settled, { timeout: 10_000 }).toBe(0);
    expect(await bucketOf(rrn)).not.toBe('EXACT');
    await approveExact(site, admin);
    for (const stranger of strangers) {
      expect(await seenBy(stranger)).toMatchObject(UNTOLD);
      expect((await purchaseRow(site, stranger.id)).status).not.toBe('APPROVED');
    }
  });
});
