/** The API description is valid and complete, and the contracts accept its examples. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import * as z from '@/lib/core/zod.ts';
import { describeApi, limitText, TAGS, tagOf } from '../../src/lib/http/openapi/document.ts';
import { inputExample, outputExample } from '../../src/lib/http/openapi/examples.ts';
import { CALLS } from '../../src/lib/http/openapi/operations.ts';
import { TOKENS } from '../../src/lib/tokens/catalogue.ts';

const document = describeApi('https://sale.example.com', { name: 'Cowl', symbol: 'COWL' });

test('the description is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('the check detects an invalid description', async () => {
  const broken = JSON.parse(JSON.stringify(document));
  broken.paths['/api/v1/site/get'].get.responses = 'none';
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('the description contains every call once, with a unique name and a described tag', () => {
  expect(CALLS.length).toBeGreaterThan(30);
  expect(new Set(CALLS.map((call) => call.name)).size).toBe(CALLS.length);
  for (const { name, contract } of CALLS) {
    const path = contract.path.replace(/\[(\w+)\]/g, '{$1}');
    expect(document.paths[path]?.[contract.method.toLowerCase()]).toMatchObject({ operationId: name });
    expect(TAGS.map((tag) => tag.name)).toContain(tagOf(contract));
  }
});

describe.each(TOKENS)('the examples on the site of $symbol', (token) => {
  const inputs = CALLS.filter(({ contract }) => contract.from !== 'upload');
  test.each(inputs.map((call) => [call.name, call] as const))('%s accepts its example input', (_, call) => {
    expect(z.safeParse(call.contract.input, inputExample(call, token)).error?.issues ?? []).toEqual([]);
  });
  test.each(CALLS.map((call) => [call.name, call] as const))(
    'the example output of %s matches its schema',
    (_, call) => {
      expect(z.safeParse(call.contract.output, outputExample(call, token)).error?.issues ?? []).toEqual([]);
    },
  );
  test('examples use the token of their site', () => {
    const shown = JSON.stringify(CALLS.map((call) => [inputExample(call, token), outputExample(call, token)]));
    expect(shown).toContain(token.symbol);
    for (const other of TOKENS)
      if (other !== token) expect(shown).not.toMatch(new RegExp(`\\b(${other.name}|${other.symbol.toLowerCase()})\\b`));
  });
});

test('a call has its own response: 201 if it creates something, the bytes if it returns a file', () => {
  for (const { contract } of CALLS) {
    const path = contract.path.replace(/\[(\w+)\]/g, '{$1}');
    const operation = document.paths[path]?.[contract.method.toLowerCase()];
    const { responses } = operation as { responses: Record<string, { content: object }> };
    const status = contract.creates ? '201' : '200';
    expect(Object.keys(responses).filter((it) => it.startsWith('2'))).toEqual([status]);
    expect(Object.keys(responses[status]?.content ?? {})).toEqual(contract.answers ?? ['application/json']);
  }
  const made = CALLS.filter(({ contract }) => contract.creates).map(({ name }) => name);
  expect(made.sort()).toEqual([
    'addAdminPasskey',
    'addCompany',
    'addKey',
    'addMember',
    'addMemberPasskey',
    'addMessage',
    'addMessageAsAdmin',
    'addPasskey',
    'addRefund',
    'addSavedView',
    'addWebhook',
    'importStatement',
    'makePack',
    'register',
  ]);
});

test.each([
  [{ name: 'x', max: 5, windowSeconds: 60 }, '5 requests a minute'],
  [{ name: 'x', max: 20, windowSeconds: 3600 }, '20 requests an hour'],
  [{ name: 'x', max: 10, windowSeconds: 900 }, '10 requests in 15 minutes'],
  [{ name: 'x', max: 1, windowSeconds: 179 }, '1 requests in 179 seconds'],
])('%j reads %s', (limit, text) => {
  expect(limitText(limit)).toBe(text);
});
