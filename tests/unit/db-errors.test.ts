import { expect, test } from 'vitest';
import { isUnavailable } from '@/lib/db/errors.ts';

const withCode = (code: string): Error => Object.assign(new Error('refused'), { code });

test.each([
  ['25006', 'another server has become the primary'],
  ['57P01', 'the server stops'],
  ['57P03', 'the server starts'],
  ['57014', 'a statement waited too long'],
  ['53300', 'no connection is free'],
  ['08006', 'the connection broke'],
  ['08P01', 'the pooler has no server'],
  ['ECONNREFUSED', 'nothing listens'],
  ['ECONNRESET', 'the connection broke'],
  ['EHOSTUNREACH', 'the machine is away'],
  ['ENETUNREACH', 'the network is away'],
  ['EAI_AGAIN', 'names are not resolved'],
])('%s passes: %s', (code) => expect(isUnavailable(withCode(code))).toBe(true));

test.each(['23505', '25P02', '42501', '42P01', '28P01', 'EACCES', 'ENOTFOUND'])('%s does not pass', (code) =>
  expect(isUnavailable(withCode(code))).toBe(false),
);

test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])('%s passes', (text) =>
  expect(isUnavailable(new Error(text))).toBe(true),
);
