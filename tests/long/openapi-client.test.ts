/** A client that is generated from the site's own description compiles under `strict`, without an assertion, and works. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { picture } from '../support/purchases.ts';
import { type Site, startSite } from '../support/site.ts';

type Client = {
  run: (origin: string, person: object, receipt: File, readCode: (to: string) => Promise<string>) => unknown;
};

const SOURCE = path.join(import.meta.dirname, '../support/openapi-client/client.ts.txt');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'openapi-client-'));
let site: Site;
let description: string;
beforeAll(async () => {
  site = await startSite();
  description = await (await fetch(`${site.url}/api/openapi.json`)).text();
});
afterAll(async () => {
  fs.rmSync(folder, { recursive: true, force: true });
  await site?.remove();
});

/** Generates the types of the description and compiles the client. @returns the faults, and the client's file */
async function compiled(json: string): Promise<{ faults: string[]; file: string }> {
  const types = astToString(await openapiTS(json));
  fs.writeFileSync(path.join(folder, 'api.ts'), types);
  const file = path.join(folder, 'client.ts');
  fs.copyFileSync(SOURCE, file);
  const options: ts.CompilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
  };
  const diagnostics = ts.getPreEmitDiagnostics(ts.createProgram([file], options));
  return { faults: diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')), file };
}

test('it compiles and registers, buys and lists', async () => {
  // Neither an assertion that a value is there nor a cast.
  expect(fs.readFileSync(SOURCE, 'utf8')).not.toMatch(/[\w)\]]!(?![=\w])|\bas (?!const)|\bany\b/);
  const { faults, file } = await compiled(description);
  expect(faults).toEqual([]);
  const client: Client = await import(/* @vite-ignore */ file);
  const person = {
    name: 'Asha Rao',
    email: 'asha@example.com',
    mobile: '+919876543210',
    password: 'pepper clouds 7 rivers',
  };
  const receipt = new File([new Uint8Array(picture())], 'receipt.png', { type: 'image/png' });
  const journey = await client.run(site.url, person, receipt, (to) => site.code(to));
  expect(journey).toMatchObject({
    price: expect.stringMatching(/^\d+\.\d{2,6}$/),
    upi: expect.stringContaining('@'),
    listed: [{ status: 'PENDING', referenceNumber: '412345678901' }],
  });
});

test('it does not compile against a description whose data may be missing', async () => {
  const loose = description.replaceAll('"required":["status","message","data"]', '"required":["status","message"]');
  expect(loose).not.toBe(description);
  const { faults } = await compiled(loose);
  expect(faults.filter((fault) => fault.includes('possibly')).length).toBeGreaterThan(4);
});
