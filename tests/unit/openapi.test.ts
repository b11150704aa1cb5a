/** The API description is valid and complete, and the contracts accept its examples. */
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import * as z from '@/lib/core/zod.ts';
import { describing, limitText, TAGS, tagOf } from '../../src/lib/http/openapi/document.ts';
import { type ExampleToken, inputExample, outputExample } from '../../src/lib/http/openapi/examples.ts';
import { CALLS } from '../../src/lib/http/openapi/operations.ts';
import { drain } from '../../src/lib/reconciliation/matching/candidates.rules.ts';
import { TOKENS } from '../../src/lib/tokens/catalogue.ts';

const describeApi = (origin: string, token: ExampleToken) => drain(describing(origin, token));
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

type Operation = { responses: Record<string, { content?: Record<string, { schema: Schema }> }> };
interface Schema {
  required?: string[];
  properties?: Record<string, unknown>;
}
const answers = CALLS.flatMap(({ name, contract }) => {
  const path = contract.path.replace(/\[(\w+)\]/g, '{$1}');
  const operation = document.paths[path]?.[contract.method.toLowerCase()] as Operation;
  const schema = operation.responses[contract.creates ? 201 : 200]?.content?.['application/json']?.schema;
  return schema && !contract.answers ? [{ name, contract, schema }] : [];
});

describe('the data of an answer', () => {
  test('is required wherever the contract always gives it', () => {
    expect(answers.length).toBeGreaterThan(150);
    for (const { name, contract, schema } of answers) {
      const isNothing = z.safeParse(contract.output, null).success;
      expect([name, schema.required]).toEqual([name, ['status', 'message', ...(isNothing ? [] : ['data'])]]);
      expect([name, Object.keys(schema.properties ?? {})]).toEqual([
        name,
        expect.arrayContaining(schema.required ?? []),
      ]);
    }
    const given = answers.filter(({ schema }) => schema.required?.includes('data'));
    expect(given.length).toBeGreaterThan(100);
  });
  test('has its own fields required, and not only itself', () => {
    const purchases = answers.find(({ name }) => name === 'listTransactions')?.schema.properties?.data as Schema;
    expect(purchases.required).toEqual(Object.keys(purchases.properties ?? {}));
  });
});

describe('every example of the description', () => {
  interface Example {
    readonly where: string;
    readonly schema: object;
    readonly example: unknown;
  }
  function examplesIn(node: unknown, where: string): Example[] {
    if (typeof node !== 'object' || node === null) return [];
    const own =
      'schema' in node && 'example' in node ? [{ where, schema: node.schema as object, example: node.example }] : [];
    const inner = Object.entries(node).flatMap(([key, value]) =>
      key === 'example' ? [] : examplesIn(value, `${where} ${key}`),
    );
    return [...own, ...inner];
  }
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }));
  /** The schemas of all tokens are the same. */
  const compiled = new Map<string, ValidateFunction>();
  const faultsIn = ({ where, schema, example }: Example): string[] => {
    const key = JSON.stringify(schema);
    const validate: ValidateFunction = compiled.get(key) ?? ajv.compile(schema);
    compiled.set(key, validate);
    return validate(example)
      ? []
      : (validate.errors ?? []).map(({ instancePath, message }) => `${where}${instancePath} ${message}`);
  };

  test.each(TOKENS)('matches its schema on the site of $symbol', (token) => {
    const examples = examplesIn(describeApi('https://sale.example.com', token).paths, '');
    expect(examples.length).toBeGreaterThan(500);
    expect(examples.flatMap(faultsIn)).toEqual([]);
  });

  test('the check notices an example that breaks its pattern, its format or its enumeration', () => {
    const broken: Example[] = [
      { where: 'pattern', schema: { type: 'string', pattern: '^\\d+$' }, example: 'text' },
      { where: 'format', schema: { type: 'string', format: 'uuid' }, example: 'text' },
      { where: 'enum', schema: { enum: ['a'] }, example: 'b' },
      { where: 'type', schema: { type: 'integer' }, example: '1' },
      { where: 'required', schema: { type: 'object', required: ['a'] }, example: {} },
    ];
    for (const example of broken) expect(faultsIn(example)).toHaveLength(1);
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
