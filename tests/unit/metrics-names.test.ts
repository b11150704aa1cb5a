/** Who may read the metrics: a page whose name was made to lead to this machine reads nothing. */
import { describe, expect, it } from 'vitest';
import { isNamed } from '@/lib/server/metrics-server.ts';

describe('a request for the metrics', () => {
  it.each([
    '127.0.0.1',
    '127.0.0.1:9464',
    '[::1]:9464',
    '10.0.0.7:9464',
    'localhost',
    'LOCALHOST:9464',
    'app:9464',
    'App',
  ])('by %s is answered', (host) => {
    expect(isNamed(host, ['app'])).toBe(true);
  });
  it.each([
    undefined,
    '',
    'evil.example',
    'evil.example:9464',
    'localhost.evil.example',
    '127.0.0.1.evil.example:9464',
    'app.evil.example',
    'evil.example:127.0.0.1',
    'localhost.',
  ])('by %s is not', (host) => {
    expect(isNamed(host, ['app'])).toBe(false);
  });
});
