import { expect, test } from 'vitest';
import { jsonForScript } from '../../src/lib/core/json-ld.ts';

test.each([
  '</script><script>alert(1)</script>',
  '<!--<script>',
  ']]>',
  '&quot;"\'\\',
  'line\u2028end\u2029',
  '<SCRIPT src=//evil.example>',
])('%j is safe in a script element and parses to the same value', (payload) => {
  const text = jsonForScript({ name: payload });
  expect(text).not.toMatch(/[<>&\u2028\u2029]/);
  expect(JSON.parse(text)).toEqual({ name: payload });
});
