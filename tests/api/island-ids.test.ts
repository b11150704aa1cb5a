/** The ids that React gives to the fields of an island, on the server: the browser makes the same ones from the island's prefix. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let admin: Account;
let asha: Account;
beforeAll(async () => {
  site = await startSite();
  [admin, asha] = await Promise.all([makeAdmin(site), makeMember(site)]);
});
afterAll(() => site?.remove());

/** The ids that React made, for each island of a page with such ids. */
function idsOfIslands(html: string): { prefix: string; ids: string[] }[] {
  const [, ...islands] = html.split('<astro-island ');
  return islands
    .map((text) => ({
      prefix: /^[^>]* prefix="([^"]+)"/.exec(text)?.[1] ?? 'none',
      ids: [...text.matchAll(/ id="(_[^"]*R_[^"]*)"/g)].map(([, id]) => id ?? ''),
    }))
    .filter(({ ids }) => ids.length > 0);
}

test.each([
  ['/user/profile', () => asha],
  ['/user/payment-history', () => asha],
  ['/admin/settings', () => admin],
  ['/admin/purchaserequest', () => admin],
])('%s: each begins with the prefix of its island, and none comes twice', async (path, who) => {
  const { text } = await site.call('GET', path, { cookie: who().cookie });
  const islands = idsOfIslands(text);
  expect(islands).not.toEqual([]);
  for (const { prefix, ids } of islands) for (const id of ids) expect(id).toMatch(new RegExp(`^_${prefix}R_`));
  const all = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  expect(all).toEqual([...new Set(all)]);
});
