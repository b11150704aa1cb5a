/**
 * A page on another port of the same machine, which browsers count as the same site and send cookies from, in a
 * browser that is signed in as member, admin and super admin: it can neither act for them nor read their data.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Account, makeAdmin, makeMember, makeSuper } from '../support/accounts.ts';
import { launch } from '../support/browser.ts';
import { CONTRACTS } from '../support/matrix/routes.ts';
import { manual, PURCHASE } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const WRITES = [...new Set(CONTRACTS.filter(({ method }) => method !== 'GET').map(({ path }) => path))];
const READS = CONTRACTS.filter(({ method, access }) => method === 'GET' && access !== 'public').map(({ path }) => path);
const ENCTYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

let site: Site;
let accounts: Account[];
let elsewhere: http.Server;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  site = await startSite({ env: { RATE_LIMITS: 'off' } });
  accounts = [await makeMember(site), await makeAdmin(site), await makeSuper(site)];
  elsewhere = http.createServer((_, res) => {
    res.writeHead(200, { 'Content-Type': 'text/html' });
    res.end('<!doctype html><title>Elsewhere</title>');
  });
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done));
  context = await (await launch()).newContext();
  await context.addCookies(
    accounts.map(({ cookie }) => {
      const [name = '', value = ''] = cookie.split('=', 2);
      return { name, value, url: site.url, sameSite: 'Lax' as const, httpOnly: true };
    }),
  );
  page = await context.newPage();
  await page.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}/`);
});
afterAll(async () => {
  await context?.close();
  elsewhere?.close();
  await site?.remove();
});

/** The responses that the program has logged. */
const answers = (method: string): { path: string; status: number }[] =>
  site
    .output()
    .split('\n')
    .filter((line) => line.includes('"msg":"request"'))
    .map((line) => JSON.parse(line))
    .filter((it) => it.method === method);

const rows = async (): Promise<unknown> => {
  const counts = await sql`SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM purchases) AS purchases,
    (SELECT count(*) FROM audit_entries) AS trail, (SELECT count(*) FROM sessions) AS sessions,
    (SELECT count(*) FROM media) AS media, (SELECT count(*) FROM mails) AS mails`.execute(site.database.platform);
  return counts.rows[0];
};

test('the cookies are sent, so that the tests below prove something', async () => {
  // The browser hides the response from the page (`Cross-Origin-Resource-Policy`); the program's log has the request.
  await page.evaluate(
    (url) => fetch(url, { mode: 'no-cors', credentials: 'include' }).catch(() => {}),
    `${site.url}/user/dashboard`,
  );
  await expect.poll(() => answers('GET').find(({ path }) => path === '/user/dashboard')?.status).toBe(200);
});

test('a call by script is refused, simple or not', async () => {
  const before = await rows();
  const body = JSON.stringify(manual());
  const passed = await page.evaluate(
    async ({ origin, paths, body }) => {
      const read: string[] = [];
      const send = (path: string, init: RequestInit) =>
        fetch(origin + path, { credentials: 'include', body, ...init }).then(
          (it) => it.type !== 'opaque' && read.push(`${init.method} ${path} ${it.status}`),
          () => {},
        );
      for (const path of paths) {
        await send(path, { method: 'POST', mode: 'no-cors' });
        await send(path, { method: 'POST', mode: 'no-cors', body: new Blob([body]) });
        for (const method of ['POST', 'PUT', 'DELETE'])
          await send(path, { method, headers: { 'Content-Type': 'application/json' } });
      }
      navigator.sendBeacon(origin + (paths[0] ?? ''), body);
      return read;
    },
    { origin: site.url, paths: WRITES, body },
  );
  expect(passed).toEqual([]);
  await expect.poll(() => answers('POST').length).toBeGreaterThanOrEqual(2 * WRITES.length);
  const posts = answers('POST');
  // 405 if the path is written to by another method only.
  expect(posts.filter(({ status }) => status !== 403 && status !== 405)).toEqual([]);
  expect(posts.filter(({ path, status }) => path === PURCHASE && status !== 403)).toEqual([]);
  // The browser sends a preflight before these, and the program does not allow them.
  expect(answers('PUT').concat(answers('DELETE'))).toEqual([]);
  expect(await rows()).toEqual(before);
});

test('a form is refused, with any content type', async () => {
  const before = await rows();
  const from = answers('POST').length;
  for (const enctype of ENCTYPES) {
    await page.evaluate(
      async ({ origin, paths, enctype }) => {
        for (const path of paths) {
          const frame = document.createElement('iframe');
          frame.name = `frame-${path}-${enctype}`;
          document.body.append(frame);
          const form = document.createElement('form');
          Object.assign(form, { method: 'POST', action: origin + path, target: frame.name, enctype });
          const field = document.createElement('input');
          Object.assign(field, { name: 'paymentMethod', value: 'MANUAL' });
          form.append(field);
          document.body.append(form);
          const loaded = new Promise((done) => frame.addEventListener('load', done, { once: true }));
          form.submit();
          await Promise.race([loaded, new Promise((done) => setTimeout(done, 2_000))]);
          frame.remove();
          form.remove();
        }
      },
      { origin: site.url, paths: WRITES, enctype },
    );
  }
  await expect.poll(() => answers('POST').length - from).toBeGreaterThanOrEqual(ENCTYPES.length * WRITES.length);
  const posts = answers('POST').slice(from);
  expect(posts.filter(({ status }) => status !== 403 && status !== 405)).toEqual([]);
  expect(await rows()).toEqual(before);
});

test('nothing can be read, framed or shown as a picture', async () => {
  const seen = await page.evaluate(
    async ({ origin, paths }) => {
      const read: string[] = [];
      for (const path of paths) {
        await fetch(origin + path, { credentials: 'include' }).then(
          async (it) => read.push(`${path} ${await it.text()}`),
          () => {},
        );
      }
      const frame = document.createElement('iframe');
      frame.src = `${origin}/user/dashboard`;
      document.body.append(frame);
      await new Promise((done) => setTimeout(done, 1_000));
      try {
        if (frame.contentDocument?.body.textContent) read.push('the frame');
      } catch {
        // Another origin, as intended.
      }
      const picture = await new Promise((done) => {
        const image = new Image();
        image.onload = () => done('shown');
        image.onerror = () => done('refused');
        image.src = `${origin}/tokens/cowl/icon.svg`;
      });
      return { read, picture };
    },
    { origin: site.url, paths: READS },
  );
  expect(seen.read).toEqual([]);
  // `Cross-Origin-Resource-Policy: same-origin` hides even public pictures from a page of another port.
  expect(seen.picture).toBe('refused');
  const framed = page.frames().map((it) => it.url());
  expect(framed.filter((url) => url.startsWith(site.url))).toEqual([]);
});

test('all sessions still exist afterwards', async () => {
  for (const path of ['/admin/logout', '/superadmin/logout'])
    await page.evaluate(
      (url) =>
        new Promise((done) => {
          const image = new Image();
          image.onerror = done;
          image.onload = done;
          image.src = url;
        }),
      site.url + path,
    );
  for (const [nth, path] of ['/user/dashboard', '/admin/dashboard', '/superadmin/dashboard'].entries())
    expect((await site.call('GET', path, { cookie: accounts[nth]?.cookie ?? '' })).status, path).toBe(200);
});
