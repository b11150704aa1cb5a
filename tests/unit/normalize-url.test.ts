/** The URL that Astro receives for a request. */
import { expect, it } from 'vitest';
import { normalizeUrl } from '@/lib/server/normalize-url.ts';

const encodedRepeatedly = (rounds: number): string => `/%${'25'.repeat(rounds)}75ser`;

it.each([
  // sent                             served
  ['/', '/'],
  ['/user/dashboard', '/user/dashboard'],
  ['/user/dashboard/', '/user/dashboard'],
  ['/user/dashboard///', '/user/dashboard'],
  ['/user/dashboard/?next=/a/', '/user/dashboard?next=/a/'],
  ['/user/dashboard/./', '/user/dashboard'],
  ['/user/dashboard/%2e', '/user/dashboard'],
  ['/user\\dashboard\\', '/user/dashboard'],
  ['/../..', '/'],
  ['//', '/'],
  ['//elsewhere.example/', '//elsewhere.example'],
  ['/%75ser', '/%75ser'],
  ['/user%2fdashboard%3fa', '/user%2fdashboard%3fa'],
  ['/%2575ser', '/%2575ser'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/%ff', '/%EF%BF%BDff'],
  ['/%25ff', '/%EF%BF%BD25ff'],
  ['/100%', '/100%EF%BF%BD'],
  ['/user/%zz?a=%ff', '/user/%EF%BF%BDzz?a=%ff'],
  [encodedRepeatedly(8), encodedRepeatedly(8)],
  [encodedRepeatedly(30), encodedRepeatedly(30).replaceAll('%', '%EF%BF%BD')],
  ['?', '/?'],
])('%j is served as %j', (sent, served) => expect(normalizeUrl(sent)).toBe(served));

it('is fast with as many slashes as a request can contain', () => {
  const tookMs = Array.from({ length: 5 }, () => {
    const startMs = performance.now();
    expect(normalizeUrl(`${'/'.repeat(16_000)}x`)).toMatch(/x$/);
    expect(normalizeUrl(`/x${'/'.repeat(16_000)}`)).toBe('/x');
    return performance.now() - startMs;
  });
  // The best of five: rescanning for each slash would take longer every time.
  expect(Math.min(...tookMs)).toBeLessThan(50);
});
