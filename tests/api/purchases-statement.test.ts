/** A member's own statement as a CSV file. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HINDI } from '@/lib/core/hindi/catalogue.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { APPROVE, manual, post, REVERSE, submitted, upi } from '../support/purchases.ts';
import { freshIp, type Site, startSite } from '../support/site.ts';

const PATH = '/api/v1/user/transaction/export';
let site: Site;
let admin: Account;
beforeAll(async () => {
  site = await startSite();
  admin = await makeAdmin(site);
});
afterAll(() => site?.remove());

async function linesOf(member: Account, query = ''): Promise<Record<string, string>[]> {
  const answer = await fetch(`${site.url}${PATH}${query}`, {
    headers: { Authorization: member.token, 'X-Forwarded-For': freshIp() },
  });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(answer.headers.get('content-disposition')).toMatch(new RegExp(`filename="${SYMBOL}-statement-[\\d-]+\\.csv"`));
  return parse(Buffer.from(await answer.arrayBuffer()), { bom: true, record_delimiter: '\r\n', columns: true });
}

test('has every order and stock entry of the member by time, with the stock after each, and nothing of others', async () => {
  const member = await makeMember(site, { name: 'Meera Nair' });
  const friend = await makeMember(site, { referrerId: member.id, name: 'Own Friend' });
  const own = await submitted(site, member, manual({ purchaseAmount: '1000' }));
  expect((await post(site, APPROVE, admin, { id: own.id })).status).toBe(200);
  const friends = await submitted(site, friend, manual({ purchaseAmount: '500' }));
  expect((await post(site, APPROVE, admin, { id: friends.id })).status).toBe(200);
  const waiting = await submitted(site, member, await upi(site, member));
  expect((await post(site, REVERSE, admin, { id: own.id, reason: 'Charged back' })).status).toBe(200);

  const lines = await linesOf(member);
  expect(
    lines.map((line) => [
      line.What,
      line['Order #'],
      line.Status,
      line['Tokens in'],
      line['Tokens out'],
      line['Stock after it'],
    ]),
  ).toEqual([
    ['Order', own.orderNumber, 'Reversed', '', '', ''],
    ['Stock credited', own.orderNumber, '', '4000', '0', '4000'],
    ['Reward credited', '', '', '100', '0', '4100'],
    ['Order', waiting.orderNumber, 'Pending', '', '', ''],
    ['Stock taken back', own.orderNumber, '', '0', '4000', '100'],
  ]);
  expect(lines[0]).toMatchObject({ 'Order Amount': '1000.00', 'Platform Fees': '180.00', 'Total Amount': '1180.00' });
  // A number of twelve digits stays text in a spreadsheet.
  expect(lines[3]?.['UTR or Transaction Number']).toMatch(/^'\d{12}$/);
  expect(JSON.stringify(lines)).not.toContain(friends.orderNumber);
  // No cell begins as a formula does.
  for (const cell of lines.flatMap((line) => Object.values(line))) expect(cell).not.toMatch(/^[=+\-@\t]/);
  expect((await linesOf(await makeMember(site))).length).toBe(0);
});

test('has its heads in Hindi on request, and needs a member', async () => {
  const member = await makeMember(site);
  await submitted(site, member, manual());
  const [line = {}] = await linesOf(member, '?language=hi');
  expect(Object.keys(line)).toContain(HINDI.receipt['Stock after it']);
  expect(line[HINDI.history.Status]).toBe(HINDI.pay.Pending);
  expect((await site.call('GET', PATH)).status).toBe(401);
  expect((await site.call('GET', PATH, { token: admin.token })).status).toBe(403);
  expect((await site.call('GET', `${PATH}?language=fr`, { token: member.token, ip: freshIp() })).status).toBe(422);
});
