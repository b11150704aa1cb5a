/** The checks of a page detect what they are for: each fault is planted in a page of a small server. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  allow,
  closePage,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  faultsOf,
  newPage,
  visit,
} from '../support/browser.ts';

const FAULTS: Record<string, { html?: string; script?: string; says: RegExp }> = {
  'an inline script': { html: '<script>document.title = "ran"</script>', says: /CSP: script-src-elem refused inline/ },
  'an inline style': { html: '<p style="color: red">red</p>', says: /CSP: style-src-attr refused inline/ },
  'an error that nobody catches': { script: 'throw new Error("planted")', says: /uncaught: Error: planted/ },
  'a promise that nobody awaits': {
    script: 'Promise.reject(new Error("left alone"))',
    says: /uncaught: Error: left alone/,
  },
  'an error in the console': { script: 'console.error("said so")', says: /console: said so/ },
  'an answer of 404': { script: 'fetch("/missing?x=1")', says: /answer: 404 GET \/missing\?x=1/ },
  'a connection that is cut': { script: 'fetch("/cut").catch(() => {})', says: /failed: GET \/cut net::ERR_/ },
  'a request to elsewhere': {
    script: 'fetch("http://elsewhere.invalid/").catch(() => {})',
    says: /another origin: http:\/\/elsewhere\.invalid|CSP: connect-src refused http:\/\/elsewhere\.invalid/,
  },
};

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><title>A page</title><link rel="icon" href="data:,"><link rel="stylesheet" href="/style.css"></head><body><main><h1>Hello</h1>${body}</main></body></html>`;

const PAGES: Record<string, string> = {
  '/clean': page('<p>All is well.</p>'),
  '/wide': page('<div class="wide">too wide</div>'),
  '/framed': page('<div class="frame"><div class="wide">scrolls in its frame</div></div>'),
  '/unlabelled': page('<input type="text">'),
  '/pale': page('<p class="pale">hard to read</p>'),
};

let server: http.Server;
const site = { url: '' };

beforeAll(async () => {
  const faults = Object.values(FAULTS);
  server = http.createServer((req, res) => {
    const url = req.url ?? '';
    const send = (type: string, text: string, status = 200): void => {
      res.writeHead(status, {
        'Content-Type': type,
        'Content-Security-Policy': "default-src 'self'; img-src data:",
      });
      res.end(text);
    };
    const [, kind, index] = /^\/(fault|script)\/(\d+)/.exec(url) ?? [];
    const fault = faults[Number(index)];
    if (kind === 'fault') {
      send('text/html', page(fault?.script ? `<script src="/script/${index}"></script>` : (fault?.html ?? '')));
    } else if (kind === 'script') send('text/javascript', fault?.script ?? '');
    else if (url === '/style.css') {
      send(
        'text/css',
        '.wide { width: 3000px; height: 20px } .frame { overflow-x: auto } .pale { color: #ddd; background: #fff }',
      );
    } else if (url === '/cut') req.socket.destroy();
    else if (PAGES[url]) send('text/html', PAGES[url]);
    else send('text/plain', 'nothing here', 404);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  site.url = `http://localhost:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('a page fails its test on', () => {
  test.each(Object.entries(FAULTS).map(([name, { says }], index) => ({ name, says, index })))(
    '$name',
    async ({ says, index }) => {
      const it = await newPage(site);
      await it.goto(`/fault/${index}`);
      await expect.poll(() => faultsOf(it).join('\n')).toMatch(says);
      allow(it, /./);
      expect(faultsOf(it)).toEqual([]);
      await closePage(it);
    },
  );
});

describe('the checks of a page', () => {
  test('a clean page passes all of them, on a phone and in the dark too', async () => {
    for (const options of [{}, { width: 360 }, { dark: true }]) {
      const it = await newPage(site, options);
      expect(await visit(it, '/clean')).toBe(200);
      await expectNoAxeViolations(it);
      await expectNoSidewaysScroll(it);
      await closePage(it);
    }
  });

  test('a field without a label and text without contrast are violations', async () => {
    const it = await newPage(site);
    await visit(it, '/unlabelled');
    await expect(expectNoAxeViolations(it)).rejects.toThrow(/label: Form elements must have labels/);
    await expect(expectNoAxeViolations(it, 'h1')).resolves.toBeUndefined();
    await visit(it, '/pale');
    await expect(expectNoAxeViolations(it)).rejects.toThrow(/color-contrast/);
  });

  test('an element that makes the page scroll sideways is named; one that scrolls in its frame is not', async () => {
    const it = await newPage(site, { width: 360 });
    await visit(it, '/wide');
    await expect(expectNoSidewaysScroll(it)).rejects.toThrow(/div\.wide ends at 3/);
    await visit(it, '/framed');
    await expectNoSidewaysScroll(it);
  });
});
