/** Digits of every script are read as 0 to 9, in every field of numbers. */
import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { latinDigits, withoutGaps } from '@/lib/core/digits.ts';
import { readFactorCode } from '@/lib/core/factor-codes.ts';
import { searchLine } from '@/lib/core/search.ts';
import * as z from '@/lib/core/zod.ts';
import { CONTRACTS, nameOf } from '../support/matrix/routes.ts';
import { digitsIn, inDigits, NUMBERING_SYSTEMS } from '../support/scripts.ts';

test('the platform knows the digits of many scripts', () => {
  expect(NUMBERING_SYSTEMS).toEqual(
    expect.arrayContaining([
      'arab',
      'arabext',
      'beng',
      'deva',
      'fullwide',
      'gujr',
      'guru',
      'knda',
      'mlym',
      'orya',
      'tamldec',
      'telu',
    ]),
  );
});

test.each(NUMBERING_SYSTEMS)('reads the digits of %s', (system) => {
  expect(latinDigits(digitsIn(system).join(''))).toBe('0123456789');
});

test.each([
  ['6330 1234', '6330 1234'],
  ['न ६', 'न 6'],
  ['ＳＢＩＮ０００１２３４', 'SBIN0001234'],
  ['＋९१', '+91'],
  ['𝟙𝟚𝟛', '123'],
  ['12²½', '12²½'],
  ['', ''],
])('%j becomes %j', (typed, read) => {
  expect(latinDigits(typed)).toBe(read);
});

test('gaps, dashes and invisible characters are dropped', () => {
  expect(withoutGaps('\u202a५६० ००१\u202c')).toBe('560001');
  expect(withoutGaps('12\u20113–4\u00a056')).toBe('123456');
});

test('a code of an authenticator app is read in any script', () => {
  for (const system of NUMBERING_SYSTEMS)
    expect(readFactorCode(inDigits('123 456', system))).toEqual({ kind: 'totp', code: '123456' });
});

/** One valid text for each kind of number that people type. */
const SAMPLES = [
  '5',
  '12',
  '120',
  '123456',
  '12345678',
  '9876543210',
  '560001',
  '234123412346',
  '633012345699',
  '1180.50',
  '0.25',
  '2026-11-26',
  '2000-02-29',
  'SBIN0001234',
  'ABCPE1234F',
  'COWL7K2M9QX',
];

type Def = Readonly<Record<string, unknown>>;
const defOf = (schema: unknown): Def | null =>
  typeof schema === 'object' && schema !== null && '_zod' in schema
    ? (schema as { _zod: { def: Def } })._zod.def
    : null;

/** Every property of an input with its schema, through unions, wrappers and lists. */
function propertiesOf(schema: unknown, seen = new Set<unknown>()): [name: string, field: z.ZodMiniType][] {
  const def = defOf(schema);
  if (!def || seen.has(schema)) return [];
  seen.add(schema);
  const shape = (def.shape ?? {}) as Readonly<Record<string, z.ZodMiniType>>;
  const inner = [def.in, def.out, def.innerType, def.element, ...(Array.isArray(def.options) ? def.options : [])];
  return [...Object.entries(shape), ...[...Object.values(shape), ...inner].flatMap((it) => propertiesOf(it, seen))];
}

/** Positions in lists, versions of records, and what authenticators make: nobody types these. */
const NOT_TYPED = new Set([
  ...['page', 'limit', 'after', 'version'],
  ...['id', 'rawId', 'clientDataJSON', 'authenticatorData', 'attestationObject', 'signature', 'userHandle'],
]);

/** Whether the field takes a number and no other text of the same length. */
const takesOnlyDigits = (field: z.ZodMiniType, sample: string): boolean =>
  z.safeParse(field, sample).success && !z.safeParse(field, sample.replace(/[0-9]/g, 'ß')).success;

const NUMBER_FIELDS = CONTRACTS.flatMap((contract) =>
  propertiesOf(contract.input)
    .filter(([name]) => !NOT_TYPED.has(name))
    .flatMap(([name, field]) => {
      const samples = SAMPLES.filter((sample) => takesOnlyDigits(field, sample));
      return samples.length === 0 ? [] : [{ title: `${nameOf(contract)} ${name}`, name, field, samples }];
    }),
);

describe('every field of numbers of the API', () => {
  test('is seen by this walk', () => {
    const names = new Set(NUMBER_FIELDS.map((it) => it.name));
    const known = [
      'otp',
      'code',
      'mobile',
      'pincode',
      'kycDocumentNumber',
      'amount',
      'purchaseAmount',
      'accountNumber',
      'ifscCode',
    ];
    expect([...names]).toEqual(expect.arrayContaining([...known, 'dateOfBirth', 'paidOn', 'from', 'price']));
  });
  test.each(NUMBER_FIELDS)('$title reads digits of other scripts', ({ field, samples }) => {
    for (const sample of samples)
      for (const system of ['deva', 'beng', 'tamldec', 'arab', 'fullwide'])
        expect([system, z.safeParse(field, inDigits(sample, system)).data]).toEqual([
          system,
          z.safeParse(field, sample).data,
        ]);
  });
});

/** Values that a screen sends and nobody types. */
const CODES = new Set(['companyId', 'token', 'action', 'name']);

/** Fields by which lists and their exports are narrowed, and which take any text. */
const SEARCH_FIELDS = CONTRACTS.flatMap((contract) =>
  propertiesOf(contract.input)
    .filter(([name, field]) => contract.from === 'query' && isFreeText(name, field))
    .map(([name, field]) => ({ title: `${nameOf(contract)} ${name}`, field })),
);

function isFreeText(name: string, field: z.ZodMiniType): boolean {
  const isText = z.safeParse(field, 'Asha Rao').success;
  return isText && !CODES.has(name);
}

describe('every search of the API', () => {
  test('is seen by this walk', () => {
    const titles = SEARCH_FIELDS.map((it) => it.title).join('\n');
    for (const part of [
      'transaction/list',
      'auth/list',
      'reconciliation',
      'audit',
      'refunds',
      'rewards',
      'company/list',
    ])
      expect(titles).toContain(part);
    expect(SEARCH_FIELDS.length).toBeGreaterThan(10);
  });
  test.each(SEARCH_FIELDS)('$title reads numbers as people paste them', ({ field }) => {
    const read = (text: string) => z.safeParse(field, text).data;
    for (const [plain, ...typed] of TYPED_NUMBERS) {
      expect(read(plain)).toBe(plain);
      for (const text of [plain, ...typed])
        for (const system of ['latn', 'deva', 'arab', 'tamldec', 'fullwide', 'beng'])
          expect([system, text, read(inDigits(text, system))]).toEqual([system, text, plain]);
    }
  });
});

/** Each as it is stored, and as it is pasted. */
const TYPED_NUMBERS: readonly (readonly [plain: string, ...typed: string[]])[] = [
  ['1416.00', '₹1,416.00', '₹ 1,416.00', 'Rs. 1,416.00', 'INR\u00a01416.00', '\u202a₹1,416.00\u202c'],
  ['100000', '1,00,000', '₹1,00,000/-', '100,000', '1,00,000 ₹'],
  ['9876543210', '98765 43210', '98765\u00a043210', '+91 98765-43210', '(+91) 98765 43210', '098765\u201143210'],
  ['633012345699', '6330 1234 5699', '6330-1234-5699', '6330\u202f1234\u00a05699'],
  ['50100123456789', '5010 0123 4567 89'],
  ['PUR-123456'],
  ['Asha 1416'],
];

test('two numbers of a search stay two', () => {
  for (const text of ['1416 9876543210', '1416 4321', '633012345699 633012345700', '12.5 13', '26/11/2026'])
    expect(searchLine(text)).toBe(text);
});

test('no form drops the digits of other scripts', () => {
  const files = fs.globSync('src/islands/**/*.{ts,tsx}');
  expect(files.length).toBeGreaterThan(100);
  const dropping = files.filter((file) =>
    /replace(?:All)?\(\/(?:\\D|\[\^0-9\]|\[\^\\d\])/.test(fs.readFileSync(file, 'utf8')),
  );
  expect(dropping).toEqual([]);
});

test('no form has a number field of the browser, which takes no other digits', () => {
  const files = fs.globSync('src/{islands,pages}/**/*.{tsx,astro}');
  expect(files.filter((file) => /type(?:=|: )["']number["']/.test(fs.readFileSync(file, 'utf8')))).toEqual([]);
});
