/** The page that checks a proof of stock (decision 0291), saved to a disk and without a network. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatLongDay } from '@/lib/core/format.ts';
import type { ProofBundle } from '@/lib/ledger/proof/rules.ts';
import { parseVerifierLine, verifierLine, verifierOf } from '@/lib/transparency-log/note.rules.ts';
import { type Account, makeAdmin, makeMember } from '../support/accounts.ts';
import { SYMBOL } from '../support/brand.ts';
import { closePage, DARK_PHONE, expectFits, newPage, visit } from '../support/browser.ts';
import { chooseHindi, expectNoEnglish, hi } from '../support/hindi.ts';
import { APPROVE, manual, post, submitted } from '../support/purchases.ts';
import { allSealed } from '../support/sealing.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let member: Account;
let folder = '';
let proof: ProofBundle;
let sentence: string;
beforeAll(async () => {
  site = await startSite();
  const admin = await makeAdmin(site);
  member = await makeMember(site);
  for (let i = 0; i < 2; i++) {
    const { id } = await submitted(site, member, manual());
    await post(site, APPROVE, admin, { id });
  }
  await allSealed(site);
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'verify-'));
  await saveAsMember();
  proof = JSON.parse(fs.readFileSync(path.join(folder, 'proof.json'), 'utf8')).data;
  const [, , , , , , , sealedAt = ''] = proof.statement.split('\n');
  sentence = `You own 8,000 ${SYMBOL} in 2 entries, included in checkpoint 2 of ${formatLongDay(sealedAt)}.`;
});
afterAll(async () => {
  await site?.remove();
  if (folder) fs.rmSync(folder, { recursive: true, force: true });
});

/** What a member does while the site is there: saves the proof and the page. */
async function saveAsMember(): Promise<void> {
  const page = await newPage(site, { cookie: member.cookie });
  for (const [open, link, name] of [
    ['/user/dashboard', 'Download proof', 'proof.json'],
    ['/ledger', 'save the page', 'check.html'],
  ] as const) {
    await visit(page, open);
    if (link === 'Download proof') await page.getByRole('tab', { name: /My Stock/ }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: link, exact: true }).click(),
    ]);
    await download.saveAs(path.join(folder, name));
  }
  await closePage(page);
}

/** The saved page without a network. @returns it and every request beyond it */
async function openSaved(name = 'check.html') {
  const page = await newPage(site);
  await page.context().setOffline(true);
  const requests: string[] = [];
  const address = pathToFileURL(path.join(folder, name)).href;
  page.on('request', (request) => {
    if (request.url() !== address) requests.push(request.url());
  });
  await page.goto(address);
  return { page, requests };
}

async function choose(page: Page, content: string): Promise<void> {
  const file = { name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from(content) };
  await page.getByLabel('Proof file').setInputFiles(file);
}

test('a saved page says without a network what a saved proof proves', async () => {
  const { page, requests } = await openSaved();
  expect(await page.getByText('Save this page').isVisible()).toBe(false);
  await page.getByLabel('Proof file').setInputFiles(path.join(folder, 'proof.json'));
  await page.getByText(sentence, { exact: true }).waitFor();
  expect(await page.getByRole('listitem').filter({ hasText: 'Purchase: 4,000' }).count()).toBe(2);
  expect(requests).toEqual([]);
});

test('a dropped proof is checked', async () => {
  const { page } = await openSaved();
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'proof.json'));
    return data;
  }, JSON.stringify(proof));
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await page.getByText(sentence, { exact: true }).waitFor();
});

test('a copy that was saved in Hindi says in Hindi what a proof proves, and what is wrong with one', async () => {
  const online = await newPage(site);
  await chooseHindi(online, site.url);
  await visit(online, '/ledger');
  const [download] = await Promise.all([
    online.waitForEvent('download'),
    online.getByRole('link', { name: hi('save the page'), exact: true }).click(),
  ]);
  await download.saveAs(path.join(folder, 'hindi.html'));
  await closePage(online);
  const { page, requests } = await openSaved('hindi.html');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('hi');
  const file = page.getByLabel(hi('Proof file'));
  const given = ['proof json'];
  await file.setInputFiles(path.join(folder, 'proof.json'));
  await page.getByRole('heading', { name: hi('The proof is right') }).waitFor();
  await expectNoEnglish(page, given);
  await file.setInputFiles({ name: 'proof.json', mimeType: 'application/json', buffer: Buffer.from('{') });
  await page.getByText(hi('The file is damaged, or is no proof.')).waitFor();
  await expectNoEnglish(page, given);
  expect(requests).toEqual([]);
});

describe('what is wrong is named', () => {
  /** Changes a letter near the end, which the key id and the padding have no part in. */
  const withOtherSignature = (note: string): string =>
    note.replace(/([A-Za-z0-9+/])(.{4}=*\n)$/, (_, letter, rest) => (letter === 'A' ? 'B' : 'A') + rest);
  const first = (change: (entry: ProofBundle['entries'][number]) => ProofBundle['entries'][number]) => () =>
    JSON.stringify({ ...proof, entries: proof.entries.map((entry, i) => (i === 0 ? change(entry) : entry)) });
  test.each<[string, () => string, RegExp]>([
    [
      'a unit more',
      first((entry) => ({ ...entry, leaf: entry.leaf.replace('"4000"', '"4001"') })),
      /^Entry 1: it is not in the ledger, or was changed\.$/,
    ],
    [
      'another size',
      first((entry) => ({ ...entry, proof: entry.proof.replace('\n2\n', '\n3\n') })),
      /^Entry 1: its checkpoint was changed: its signature is wrong\.$/,
    ],
    [
      'another signature',
      () => JSON.stringify({ ...proof, statement: withOtherSignature(proof.statement) }),
      /^The statement was changed: its signature is wrong\.$/,
    ],
    ['a part of the file', () => JSON.stringify(proof).slice(0, 500), /^The file is damaged, or is no proof\.$/],
  ])('%s', async (_, content, reason) => {
    const { page, requests } = await openSaved();
    await choose(page, content());
    await page.getByText('The proof is wrong').waitFor();
    expect(await page.locator('#result p').first().textContent()).toMatch(reason);
    await choose(page, JSON.stringify(proof));
    await page.getByText(sentence, { exact: true }).waitFor();
    expect(requests).toEqual([]);
  });

  test('a page with the key of somebody else', async () => {
    const own = parseVerifierLine(proof.keys[0] ?? '');
    const foreign = verifierLine(verifierOf({ name: own?.name ?? '', seed: new Uint8Array(32).fill(3) }));
    const html = fs.readFileSync(path.join(folder, 'check.html'), 'utf8');
    fs.writeFileSync(path.join(folder, 'foreign.html'), html.replaceAll(proof.keys[0] ?? '', foreign));
    const { page } = await openSaved('foreign.html');
    await choose(page, JSON.stringify(proof));
    await page.getByText(/^The statement is not signed by the key [0-9a-f]{8}\.$/).waitFor();
  });
});

test('the page can be read and used at every width', async () => {
  const page = await newPage(site, DARK_PHONE);
  const response = await page.goto('/ledger/verify');
  expect(response?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'sha256-[^']+'; style-src 'sha256-[^']+'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
  );
  for (const content of [null, JSON.stringify(proof), '{']) {
    if (content !== null) await choose(page, content);
    if (content !== null) await page.locator(`#result[data-state=${content === '{' ? 'wrong' : 'right'}]`).waitFor();
    await expectFits(page);
  }
});
