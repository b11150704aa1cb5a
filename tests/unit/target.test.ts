/** What Astro is handed for the target of a request. */
import { expect, it } from 'vitest';
import { servedTarget } from '@/lib/server/target.ts';

const deep = (rounds: number): string => `/%${'25'.repeat(rounds)}75ser`;

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
  [deep(8), deep(8)],
  [deep(30), deep(30).replaceAll('%', '%EF%BF%BD')],
  ['?', '/?'],
])('%j is served as %j', (sent, served) => expect(servedTarget(sent)).toBe(served));

it('is quick with as many slashes as fit into a request', () => {
  const tookMs = Array.from({ length: 5 }, () => {
    const startMs = performance.now();
    expect(servedTarget(`${'/'.repeat(16_000)}x`)).toMatch(/x$/);
    expect(servedTarget(`/x${'/'.repeat(16_000)}`)).toBe('/x');
    return performance.now() - startMs;
  });
  // The best of five: going over them again for each slash would take longer every time.
  expect(Math.min(...tookMs)).toBeLessThan(50);
});
