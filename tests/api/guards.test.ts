/** The guards of the running program: every protected page in every spelling, for everyone without access. */
import fs from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PATHS } from '@/lib/core/paths.ts';
import type { SessionKind } from '@/lib/db/schema/schema.ts';
import { makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { type RawAnswer, rawCall } from '../support/raw.ts';
import { type Site, startSite } from '../support/site.ts';
import { SPELLINGS } from '../support/spellings.ts';

const AREAS: readonly { prefix: string; login: string; kind: SessionKind }[] = [
  { prefix: PATHS.user, login: PATHS.login, kind: 'member' },
  { prefix: PATHS.admin, login: PATHS.adminLogin, kind: 'admin' },
  { prefix: PATHS.superadmin, login: PATHS.superadminLogin, kind: 'super' },
];

/**
 * The routes of the build under the protected prefixes and the paths of the specification, with parameters filled in.
 */
function protectedPages(): { page: string; login: string; kind: SessionKind }[] {
  const files = fs
    .readdirSync('src/pages', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.astro'))
    .map((file) => `/${file.replace(/\.astro$/, '').replace(/\/index$/, '')}`)
    .map((path) => path.replace(/\[\w+\]/g, '8a1c6e9e-5f43-4d3a-9c55-3f0d2b7a9e10'));
  const paths = new Set([...files, ...Object.values(PATHS)]);
  return [...paths].flatMap((page) => {
    const area = AREAS.find(({ prefix }) => page === prefix || page.startsWith(`${prefix}/`));
    return area && page !== area.login ? [{ page, login: area.login, kind: area.kind }] : [];
  });
}

let site: Site;
const cookies: Record<string, string> = { nobody: '' };
beforeAll(async () => {
  // One client requests thousands of pages within a minute.
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  cookies.member = (await makeMember(site)).cookie;
  cookies.admin = (await makeAdmin(site)).cookie;
  cookies.super = (await makeSuper(site)).cookie;
  const made = ['x', "' OR 1=1 --", 'A'.repeat(43), 'null', '%00'];
  const names = Object.values(cookies).flatMap((cookie) => cookie.split('=', 1).filter(Boolean));
  cookies.forger = names.map((name, nth) => `${name}=${made[nth]}`).join('; ');
});
afterAll(() => site.remove());

function open(path: string, who: string): Promise<RawAnswer> {
  const cookie = cookies[who];
  return rawCall(site.port, 'GET', path, {
    headers: { Host: `localhost:${site.port}`, ...(cookie && { Cookie: cookie }) },
  });
}

/** Status of a redirect's target, fetched once for each account. */
const seen = new Map<string, Promise<number>>();
function statusAt(path: string, who: string): Promise<number> {
  const key = `${who} ${path}`;
  const known = seen.get(key) ?? open(path, who).then((answer) => answer.status);
  seen.set(key, known);
  return known;
}

const pages = protectedPages();

it('the build has protected pages', () => {
  expect(Object.keys(SPELLINGS).length).toBeGreaterThanOrEqual(18);
  expect(pages.length).toBeGreaterThanOrEqual(16);
});

describe.each(Object.entries(SPELLINGS))('%s', (_, spell) => {
  it("redirects everyone without access to the page's login once, or does not find the page", async () => {
    for (const { page, login, kind } of pages) {
      const strangers = ['nobody', 'forger', 'member', 'admin', 'super'].filter((who) => who !== kind);
      const answers = await Promise.all(strangers.map((who) => open(spell(page), who)));
      for (const [nth, { status, headers }] of answers.entries()) {
        const who = strangers[nth] ?? '';
        if (status === 302) {
          expect([who, spell(page), headers.location]).toEqual([who, spell(page), login]);
          expect([who, login, await statusAt(login, who)]).toEqual([who, login, 200]);
        } else expect([400, 404], `${who} ${spell(page)}`).toContain(status);
      }
    }
  });

  it('redirects an account with access at most once, or does not find the page', async () => {
    for (const { page, kind } of pages) {
      const { status, headers } = await open(spell(page), kind);
      expect([200, 302, 400, 404], spell(page)).toContain(status);
      if (status === 302) expect([200, 404]).toContain(await statusAt(headers.location ?? '', kind));
    }
  });
});

it('trailing slashes cause no redirect', async () => {
  expect((await open('/user/dashboard/', 'member')).status).toBe(200);
  expect((await open('/register//', 'nobody')).status).toBe(200);
  expect((await open('/api/v1/site/get/', 'nobody')).status).toBe(200);
});

it('an address that cannot be decoded gets 404, without an error in the log', async () => {
  for (const path of ['/%ff', '/%', '/%zz/%25ff', `/%${'25'.repeat(30)}41`, '/user/%ff', '/api/v1/%ff', '/_astro/%ff'])
    expect([path, await statusAt(path, 'member')]).toEqual([path, 404]);
  expect(site.output()).not.toMatch(/ERROR|"level":[456]0/);
});
