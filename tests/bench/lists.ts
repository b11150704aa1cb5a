/** The lists of admins with few and many rows: the queries, and how much longer the answers take. */
import type pg from 'pg';
import type { Bench, Program } from './bench.ts';
import { closedLoop, request } from './client.ts';
import { openSessions } from './people.ts';
import { ms, type Row } from './rows.ts';
import { referenceOf, siteCompany, topUp, topUpTrail } from './seed.ts';

/** What an admin might type, taken from a row in the middle of the company. */
interface Typed {
  readonly name: string;
  readonly mobile: string;
  readonly mailbox: string;
  readonly email: string;
  readonly memberId: string;
  readonly order: string;
  readonly reference: string;
}

async function typedOf(client: pg.Client, size: number): Promise<Typed> {
  // A waiting UPI payment, so that the searches with a status find it too.
  const nth = Math.floor(size / 24) * 12;
  const { rows } = await client.query(
    `SELECT u.name, u.mobile, u.email, u.member_id, p.order_number FROM purchases p JOIN users u ON u.id = p.user_id
     WHERE p.company_id = $1 AND p.reference_number = $2`,
    [await siteCompany(client), referenceOf(nth)],
  );
  const [row] = rows;
  return {
    name: row.name.toLowerCase(),
    mobile: row.mobile.slice(3),
    mailbox: row.email.split('@')[0],
    email: row.email,
    memberId: row.member_id,
    order: row.order_number,
    reference: referenceOf(nth),
  };
}

/** Each list, its path and its queries; `last` and `middle` are pages of the query's own result. */
const LISTS: readonly (readonly [string, string, (row: Typed) => Record<string, string>])[] = [
  [
    'members',
    '/api/v1/admin/auth/list',
    (row) => ({
      'first page': '',
      'last page': 'page=last',
      'page in the middle': 'page=middle',
      waiting: 'isApproved=false',
      'waiting, last page': 'isApproved=false&page=last',
      active: 'status=ACTIVE',
      'a name': `search=${row.name}`,
      'a common first name': 'search=asha',
      'a common first name, waiting': 'search=asha&isApproved=false',
      'a common first name, last page': 'search=asha&page=last',
      'two words': 'search=joshi meera',
      'three letters': 'search=sha',
      'a mobile number': `search=${row.mobile}`,
      'the end of a mobile number': `search=${row.mobile.slice(-5)}`,
      'a part of an address': `search=${row.mailbox}`,
      'a whole address': `search=${row.email}`,
      'what all addresses have': 'search=@example.com',
      'a member ID': `search=${row.memberId}`,
      'what nobody is called': 'search=wolfgang',
      'one letter': 'search=z',
    }),
  ],
  [
    'purchases',
    '/api/v1/admin/transaction/list',
    (row) => ({
      all: '',
      'all, last page': 'page=last',
      'all, page in the middle': 'page=middle',
      pending: 'status=PENDING',
      'pending, last page': 'status=PENDING&page=last',
      approved: 'status=APPROVED',
      'approved, page 50': 'status=APPROVED&page=50',
      'approved, last page': 'status=APPROVED&page=last',
      'waiting for the second admin': 'status=PENDING&waiting=second',
      'a whole reference': `search=${row.reference}`,
      'a whole reference, pending': `search=${row.reference}&status=PENDING`,
      'a reference with spaces': `search=${row.reference.replace(/(....)(?=.)/g, '$1 ')}`,
      'the first 6 of a reference': `search=${row.reference.slice(0, 6)}`,
      'the last 6 of a reference': `search=${row.reference.slice(-6)}`,
      'the last 4 of a reference': `search=${row.reference.slice(-4)}`,
      'the last 4 of a reference, pending': `search=${row.reference.slice(-4)}&status=PENDING`,
      'an order number': `search=${row.order}`,
      'a name': `search=${row.name}`,
      'a name, pending': `search=${row.name}&status=PENDING`,
      'a common first name': 'search=asha',
      'a common first name, pending': 'search=asha&status=PENDING',
      'a common first name, last page': 'search=asha&page=last',
      'two words': 'search=meera joshi',
      'three letters': 'search=sha',
      'a mobile number': `search=${row.mobile}`,
      'a part of an address': `search=${row.mailbox}`,
      'what all addresses have': 'search=@example.com',
      'what all orders have': 'search=PUR-',
      'what is nowhere': 'search=wolfgang',
      'one letter': 'search=z',
    }),
  ],
  [
    'audit',
    '/api/v1/admin/audit/list',
    (row) => ({
      'first page': '',
      'last page': 'page=last',
      'approvals alone': 'action=purchase.approve',
      'two days': `from=${day(3)}&to=${day(2)}`,
      'a name': `search=${row.name}`,
      'a common first name': 'search=asha',
      'an order number': `search=${row.order}`,
      'what nobody is called': 'search=wolfgang',
    }),
  ],
  ['holders of stock', '/api/v1/user/stock/global', () => ({ 'first page': '', 'last page': 'page=last' })],
];

const day = (daysAgo: number): string => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

interface Timed {
  readonly what: string;
  readonly p50: number;
  readonly p99: number;
  /** Rows in the result. */
  readonly total: number;
}

/** Sends every query `requests` times, one request at a time. */
async function askLists(
  program: Program,
  client: pg.Client,
  size: number,
  requests: number,
  tokens: { readonly admin: string; readonly member: string },
): Promise<Timed[]> {
  const typed = await typedOf(client, size);
  const out: Timed[] = [];
  for (const [list, path, questions] of LISTS) {
    const Authorization = path.includes('/admin/') ? tokens.admin : tokens.member;
    for (const [question, query] of Object.entries(questions(typed))) {
      let total = 0;
      const ask = async (text: string, times: number) => {
        const address = `${path}?limit=10&${encodeURI(text)}`;
        const bytes = request('GET', address, program.port, { headers: { Authorization } });
        const onAnswer = ({ body }: { body: Buffer }): void => {
          total = JSON.parse(body.toString()).data.total;
        };
        const load = { port: program.port, atOnce: 1, next: () => bytes };
        const { unexpected } = await closedLoop({ ...load, requests: 1, onAnswer });
        if (unexpected.size > 0) throw new Error(`${address}: unexpected ${JSON.stringify([...unexpected])}`);
        return times > 0 ? closedLoop({ ...load, requests: times }) : null;
      };
      await ask(query.replace(/page=(last|middle)/, ''), 0);
      const lastPage = Math.ceil(total / 10);
      const exact = query.replace('page=last', `page=${lastPage}`).replace('page=middle', `page=${lastPage >> 1}`);
      await ask(exact, Math.ceil(requests / 10));
      const times = await ask(exact, requests);
      if (times) out.push({ what: `${list}, ${question}`, p50: times.p50, p99: times.p99, total });
    }
  }
  return out;
}

/** Fills a database. @returns the session tokens of an admin and a member */
async function fillLists(client: pg.Client, size: number): Promise<{ admin: string; member: string }> {
  const company = await siteCompany(client);
  await topUp(client, { members: size, purchases: size });
  const [admin] = await openSessions(client, company, 'admin', 1);
  const [member] = await openSessions(client, company, 'member', 1);
  if (!admin || !member) throw new Error('nobody is signed in');
  await topUpTrail(client, admin.id);
  return { admin: admin.secret, member: member.secret };
}

export async function listRows(bench: Bench, sizes: readonly [number, number], requests: number): Promise<Row[]> {
  const timed: Timed[][] = [];
  for (const size of sizes) {
    const { url, client } = await bench.makeDatabase(`lists_${size}`);
    await (await bench.serve({ databaseUrl: url })).stop();
    const tokens = await fillLists(client, size);
    const program = await bench.serve({ databaseUrl: url });
    timed.push(await askLists(program, client, size, requests, tokens));
    await program.stop();
  }
  const [small = [], large = []] = timed;
  const [few, many] = sizes.map((size) => size.toLocaleString('en-IN'));
  return large.map((after, nth) => {
    const before = small[nth] ?? after;
    const growth = after.p50 / before.p50;
    // A page number in the very middle skips half of the index.
    const p99Max = after.what.endsWith('page in the middle') ? 100 : 50;
    return {
      what: `${after.what}, ${many} rows`,
      figure: `p99 ${ms(after.p99)}, p50 ${ms(after.p50)}, ${growth.toFixed(1)} times ${few} rows`,
      bar: `p99 ${p99Max} ms`,
      peer: `p50 ${ms(before.p50)} at ${few}`,
      isMet: after.p99 < p99Max,
    };
  });
}
