/** The API's description is valid, whole, and its examples are ones that the contracts themselves take. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CALLS } from '../../src/lib/http/openapi/catalogue.ts';
import { describeApi, limitText, TAGS, tagOf } from '../../src/lib/http/openapi/document.ts';
import { inputExample, outputExample } from '../../src/lib/http/openapi/examples.ts';

const document = describeApi('https://sale.example.com', 'COWL');

test('it is valid OpenAPI 3.1', async () => {
  const validator = new Validator();
  const { valid, errors } = await validator.validate(JSON.parse(JSON.stringify(document)));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(validator.version).toBe('3.1');
});

test('a description with a mistake in it is found out', async () => {
  const broken = JSON.parse(JSON.stringify(document));
  broken.paths['/api/v1/site/get'].get.responses = 'none';
  expect((await new Validator().validate(broken)).valid).toBe(false);
});

test('every call stands in it once, under a name of its own and a described tag', () => {
  expect(CALLS.length).toBeGreaterThan(30);
  expect(new Set(CALLS.map((call) => call.name)).size).toBe(CALLS.length);
  for (const { name, contract } of CALLS) {
    const path = contract.path.replace(/\[(\w+)\]/g, '{$1}');
    expect(document.paths[path]?.[contract.method.toLowerCase()]).toMatchObject({ operationId: name });
    expect(TAGS.map((tag) => tag.name)).toContain(tagOf(contract));
  }
});

describe('the examples', () => {
  const inputs = CALLS.filter(({ contract }) => contract.from !== 'upload');
  test.each(inputs.map((call) => [call.name, call] as const))('of what %s takes are taken', (_, call) => {
    expect(z.safeParse(call.contract.input, inputExample(call)).error?.issues ?? []).toEqual([]);
  });
  test.each(CALLS.map((call) => [call.name, call] as const))('of what %s answers fit', (_, call) => {
    expect(z.safeParse(call.contract.output, outputExample(call)).error?.issues ?? []).toEqual([]);
  });
});

test.each([
  [{ name: 'x', max: 5, windowSeconds: 60 }, '5 requests a minute'],
  [{ name: 'x', max: 20, windowSeconds: 3600 }, '20 requests an hour'],
  [{ name: 'x', max: 10, windowSeconds: 900 }, '10 requests in 15 minutes'],
  [{ name: 'x', max: 1, windowSeconds: 179 }, '1 requests in 179 seconds'],
])('%j reads %s', (limit, text) => {
  expect(limitText(limit)).toBe(text);
});
