/** The programs of docs/integrations.md, taken from the page and run as a developer would. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { addWebhook, makeKey } from '../support/integrations.ts';
import { CONTRACTS, nameOf } from '../support/matrix/routes.ts';
import { freePort } from '../support/ports.ts';
import { APPROVE, manual, picture, post, submitted, upload } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

const run = promisify(execFile);

const page = fs.readFileSync('docs/integrations.md', 'utf8');

let site: Site;
let admin: Account;
let buyer: Account;
let folder: string;
let env: Record<string, string>;
const running: ChildProcess[] = [];

beforeAll(async () => {
  site = await startSite({ env: { WEBHOOK_LOOPBACK: 'on' } });
  admin = await makeAdmin(site);
  buyer = await makeMember(site);
  const { key } = await makeKey(site, admin, { scopes: ['read:purchases', 'read:events', 'write:decisions'] });
  env = { PATH: process.env.PATH ?? '', LAUNCHBOOK_URL: site.url, LAUNCHBOOK_KEY: key };
  // Where the package of the receiver is found.
  folder = fs.mkdtempSync(path.resolve('node_modules/.guide-'));
  const programs = [...page.matchAll(/```js\n\/\/ (\w+\.mjs)\n(.*?)```/gs)];
  expect(programs).toHaveLength([...page.matchAll(/```js/g)].length);
  for (const [, name = '', program = ''] of programs) fs.writeFileSync(path.join(folder, name), program);
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await site?.remove();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

/** Runs a program to its end. @returns what it writes */
async function output(program: string, ...args: string[]): Promise<string> {
  return (await run(process.execPath, [program, ...args], { cwd: folder, env })).stdout;
}

/** Starts a program that does not end. @returns its process, and what it has written until now */
function start(program: string, more: Record<string, string> = {}) {
  const child = spawn(process.execPath, [program], { cwd: folder, env: { ...env, ...more } });
  running.push(child);
  let written = '';
  child.stdout.on('data', (part: Buffer) => {
    written += part;
  });
  child.stderr.on('data', (part: Buffer) => {
    written += part;
  });
  return { child, written: () => written };
}

async function approved(): Promise<{ id: string; orderNumber: string }> {
  const { id, orderNumber } = await submitted(site, buyer, manual());
  expect((await post(site, APPROVE, admin, { id })).status).toBe(200);
  return { id, orderNumber };
}

it('every curl is answered, and the two decisions decide', async () => {
  const { id } = await submitted(site, buyer, manual());
  const { id: other } = await submitted(site, buyer, manual());
  const curls = [...page.matchAll(/^curl (?:.|\\\n)*?(?<!\\)$/gm)].map(([command]) => command);
  expect(curls.length).toBe(3);
  const answers: { status: boolean; data: { status?: string; records?: object[] } }[] = [];
  for (const [nth, command] of curls.entries()) {
    const filled = command.replace('"ID"', `"${nth === 1 ? id : other}"`);
    answers.push(JSON.parse((await run('sh', ['-c', `${filled} --silent`], { env })).stdout));
  }
  expect(answers.map(({ status }) => status)).toEqual([true, true, true]);
  expect(answers[0]?.data.records?.length).toBe(1);
  expect(answers.slice(1).map(({ data }) => data.status)).toEqual(['APPROVED', 'REJECTED']);
});

it('the table of scopes names every call that takes a key', () => {
  const rows = [...page.matchAll(/^\| `([a-z]+:[a-z]+)` \|[^|]*\|(.*)\|$/gm)].flatMap(([, scope = '', calls = '']) =>
    [...calls.matchAll(/`(\w+) (\S+)`/g)].map(([, method, rest]) => `${scope} ${method} /api/v1/admin${rest}`),
  );
  const served = CONTRACTS.flatMap((it) => (it.keyScope ? [`${it.keyScope} ${nameOf(it)}`] : []));
  expect(rows.sort()).toEqual(served.sort());
});

it('purchases.mjs lists every purchase once', async () => {
  const { id, orderNumber } = await approved();
  const lines = (await output('purchases.mjs')).trim().split('\n');
  expect(lines.filter((line) => line.startsWith(`${id}\t${orderNumber}\tAPPROVED\t1180.00\t`))).toHaveLength(1);
});

it('proof.mjs downloads the proof of a purchase', async () => {
  const bytes = picture();
  const receiptId = await upload(site, buyer, bytes);
  const { id } = await submitted(site, buyer, manual({ receiptId }));
  expect(await output('proof.mjs', id, 'proof.png')).toBe('image/png\n');
  expect(fs.readFileSync(path.join(folder, 'proof.png')).equals(Buffer.from(bytes))).toBe(true);
});

it('feed.mjs follows the events over a kill, with none lost and none twice', async () => {
  const file = path.join(folder, 'state.json');
  const read = (): { after: string; approved: Record<string, { orderNumber: string }> } =>
    fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : { after: '', approved: {} };
  const known = (id: string) => read().approved[id]?.orderNumber;
  const first = await approved();
  const { child, written } = start('feed.mjs');
  await expect.poll(() => known(first.id), { timeout: 30_000, message: written() }).toBe(first.orderNumber);
  const { after } = read();
  child.kill('SIGKILL');
  const missed = [await approved(), await approved()];
  start('feed.mjs');
  for (const { id, orderNumber } of missed) await expect.poll(() => known(id), { timeout: 30_000 }).toBe(orderNumber);
  expect(Number(read().after)).toBeGreaterThan(Number(after));
  expect(known(first.id)).toBe(first.orderNumber);
});

it('receiver.mjs takes what is signed, once, and refuses all else', async () => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/events`;
  const { secret } = await addWebhook(site, admin, url, { types: ['purchase.approved'] });
  const { written } = start('receiver.mjs', { LAUNCHBOOK_WEBHOOK_SECRET: secret, PORT: String(port) });
  const send = (id: string, body: string, signed = body) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, new Date(), signed),
      },
    }).then(
      ({ status }) => status,
      () => 0,
    );
  const body = JSON.stringify({ type: 'purchase.approved', data: { id: 'by hand' } });
  await expect.poll(() => send('msg_1', body), { timeout: 20_000 }).toBe(204);
  expect([await send('msg_1', body), await send('msg_2', body, `${body} `)]).toEqual([204, 400]);
  const { id } = await approved();
  await expect.poll(written, { timeout: 30_000 }).toContain(`purchase.approved ${id}`);
  expect(written().match(/by hand/g)).toHaveLength(1);
});
