/**
 * A real Chromium for the e2e tests. A page of it fails its test on anything that a person's console would show: an error,
 * a CSP report, a request that fails, an answer of 400 or above, a request to another origin. `allow` names what a test
 * brings about on purpose.
 */
import axe from 'axe-core';
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from 'playwright';
import { expect } from 'vitest';
import { findHeadlessChromium } from '../../scripts/chromium.mjs';
import { freshIp, type Site } from './site.ts';

/** Width of the viewport in CSS pixels and theme. */
export interface Look {
  readonly width: number;
  readonly dark: boolean;
}

/** Phone, tablet, desktop. */
export const WIDTHS = [360, 768, 1280] as const;

/** Where most goes wrong. */
export const DARK_PHONE: Look = { width: 360, dark: true };

export interface PageOptions {
  /** CSS pixels; 1280 by default. Below 600 it is a phone with touch. */
  readonly width?: number;
  readonly height?: number;
  readonly dark?: boolean;
  /** `name=value`, as `Account.cookie` has it. */
  readonly cookie?: string;
  /** Without it, the page's client has an address of its own, so that limits count it alone. */
  readonly ip?: string;
  /** False to see a screen before or without its script. */
  readonly javaScript?: boolean;
  /** Whether the service worker may be registered. Without it `page.route` sees every request. */
  readonly serviceWorker?: boolean;
  /** How long a message is on show; 12 by default. */
  readonly toastSeconds?: number;
}

const watched = new Map<Page, { faults: string[]; allowed: RegExp[] }>();
let browser: Browser | null = null;

/** The browser of the worker, started with its first page. */
export async function launch(): Promise<Browser> {
  if (browser) return browser;
  const executablePath = await findHeadlessChromium();
  if (!executablePath)
    throw new Error('There is no Chromium on this machine; `npm test` brings one, or name one in CHROMIUM_PATH.');
  browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      '--font-render-hinting=none',
      // A name that is no secure context without TLS.
      '--host-resolver-rules=MAP *.test 127.0.0.1',
    ],
  });
  return browser;
}

/** A page of its own visitor: own cookies, storage and client address. Paths given to `goto` are relative to the site. */
export async function newPage(site: Pick<Site, 'url'>, options: PageOptions = {}): Promise<Page> {
  const { width = 1280, height = width < 600 ? 780 : 900, dark = false, ip = freshIp() } = options;
  const context = await (await launch()).newContext({
    baseURL: site.url,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    hasTouch: width < 600,
    javaScriptEnabled: options.javaScript ?? true,
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
    // What moves can't be measured or compared.
    reducedMotion: 'reduce',
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // This machine itself comes without a proxy.
    ...(ip !== '127.0.0.1' && { extraHTTPHeaders: { 'X-Forwarded-For': ip } }),
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (report) => {
      // biome-ignore lint/suspicious/noConsole: this is how it reaches the test
      console.error(
        `CSP: ${report.effectiveDirective} refused ${report.blockedURI} ${report.sample} (${report.sourceFile}:${report.lineNumber})`,
      );
    });
  });
  // A busy machine takes longer than the product's five seconds to look at a message.
  await context.addInitScript((seconds) => {
    globalThis.toastSeconds = seconds;
  }, options.toastSeconds ?? 12);
  const page = await context.newPage();
  watch(page, site.url);
  // Without scripts the browser also refuses to fetch those that the page names in advance.
  if (options.javaScript === false) allow(page, /failed: GET \/_astro\/\S+\.js csp/);
  if (options.cookie) await signIn(page, options.cookie, site.url);
  return page;
}

function watch(page: Page, origin: string): void {
  const record = { faults: [] as string[], allowed: [] as RegExp[] };
  watched.set(page, record);
  const fault = (text: string): void => void record.faults.push(`${text}\n      on ${page.url()}`);
  page.on('pageerror', (error) => fault(`uncaught: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // The browser's own line about an answer of 400 or above says less than the answer, which is recorded below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      fault(`console: ${message.text()}`);
  });
  page.on('crash', () => fault('the page crashed'));
  page.on('request', (request) => {
    const { protocol, origin: from } = new URL(request.url());
    if (/^(https?|wss?):$/.test(protocol) && from !== origin) fault(`request to another origin: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // A page that is left cancels what it was still loading.
    if (why !== 'net::ERR_ABORTED') fault(`failed: ${request.method()} ${pathOf(request.url())} ${why}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 400)
      fault(`answer: ${response.status()} ${response.request().method()} ${pathOf(response.url())}`);
  });
}

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/**
 * Says before it happens what a test brings about on purpose, as `allow(page, /409 POST .*\/approve/)`. The texts:
 * `answer: 422 POST /api/v1/…`, `console: …`, `uncaught: …`, `failed: GET /… net::ERR_…`.
 */
export function allow(page: Page, ...patterns: RegExp[]): void {
  watched.get(page)?.allowed.push(...patterns);
}

/** What went wrong on a page so far and was not allowed. */
export function faultsOf(page: Page): string[] {
  const { faults, allowed } = watched.get(page) ?? { faults: [], allowed: [] };
  return faults.filter((fault) => !allowed.some((pattern) => pattern.test(fault)));
}

/** @throws AssertionError with everything that pages reported and no test allowed */
export function expectNoFaults(): void {
  const all: string[] = [];
  for (const [page, record] of watched) {
    all.push(...faultsOf(page));
    record.faults.length = 0;
  }
  if (all.length > 0) expect.fail(`The browser reported:\n  ${all.join('\n  ')}`);
}

/** Closes what a test file left open. The browser stays for the next file of the worker and ends with its process. */
export async function closeVisitors(): Promise<void> {
  watched.clear();
  for (const context of browser?.contexts() ?? []) await context.close();
}

/** From its next address on, messages of the page stay until they are dismissed. */
export async function keepMessagesOpen(page: Page): Promise<void> {
  await page.addInitScript(() => {
    document.hasFocus = () => false;
  });
}

/** The label of the field that has the keyboard, without the star of a required one. */
export function focusedLabel(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { activeElement } = document;
    const label = activeElement instanceof HTMLInputElement ? activeElement.labels?.[0]?.textContent : undefined;
    return label?.replace('*', '').trim();
  });
}

/** The text of the element that has the focus; undefined while it is on the page itself, whose text is all of it. */
export function focusedText(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const { activeElement, body } = document;
    return activeElement && activeElement !== body ? activeElement.textContent : undefined;
  });
}

/** Closes a page and its visitor; what it reported still counts for the test. */
export async function closePage(page: Page): Promise<void> {
  await page.context().close();
}

/** Gives the visitor a session: `name=value`, as `Account.cookie` has it. @param url of its site, on this machine */
export async function signIn(page: Page, cookie: string, url = 'http://localhost'): Promise<void> {
  const at = cookie.indexOf('=');
  await page.context().addCookies([
    {
      name: cookie.slice(0, at),
      value: cookie.slice(at + 1),
      domain: new URL(url).hostname,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    },
  ]);
}

/** Opens the details of a row where the screen is so narrow that it has any. `name`: what the row is about. */
export async function openRow(page: Page, name: string): Promise<void> {
  const toggle = page.getByLabel(`Details of ${name}`, { exact: true }).locator('visible=true');
  if ((await toggle.count()) > 0) await toggle.first().click({ position: { x: 5, y: 5 } });
}

/**
 * True when every island that is not put off until it is seen answers. Astro takes its mark from an island when it hands it
 * to React, which hydrates it in a transition afterwards: until then a key is not heard.
 */
function everyIslandAnswers(): boolean {
  if (document.querySelector('astro-island[ssr]:not([client="visible"])')) return false;
  return [...document.querySelectorAll('astro-island')].every((island) => {
    const key = Object.keys(island).find((name) => name.startsWith('__reactContainer$'));
    if (!key) return true;
    const root = Reflect.get(island, key)?.stateNode?.current?.memoizedState;
    return root?.isDehydrated !== true;
  });
}

/** Waits until every island that is not put off until it is seen has been hydrated, and its effects have run. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(everyIslandAnswers);
  // A page that draws nothing more may never call it.
  await page.evaluate(() => new Promise((idle) => requestIdleCallback(idle, { timeout: 1_000 })));
}

/** Goes to a path of the site and waits for its islands. @returns the status of the page itself */
export async function visit(page: Page, path: string): Promise<number> {
  const response = await page.goto(path);
  await hydrated(page);
  return response?.status() ?? 0;
}

/**
 * Opens a page before the script of its islands has loaded.
 * @returns what lets that come, and waits until it has taken over
 */
export async function visitEarly(page: Page, path: string): Promise<() => Promise<void>> {
  return early(page, () => page.goto(path, { waitUntil: 'commit' }));
}

/** As `visitEarly`, with a step that loads a page in another way, as a reload does. */
export async function early(page: Page, load: () => Promise<unknown>): Promise<() => Promise<void>> {
  let arrived: () => void = () => {};
  const gate = new Promise<void>((open) => {
    arrived = open;
  });
  await page.route(/_astro\/(?!boot).*\.js$/, async (route) => {
    await gate;
    await route.continue();
  });
  await load();
  await page.locator('astro-island[ssr]').first().waitFor({ state: 'attached' });
  return async () => {
    arrived();
    await hydrated(page);
  };
}

const sessions = new WeakMap<BrowserContext, CDPSession>();

/** Runs a text as the developer tools would: a strict policy of the page is no hindrance to it. */
async function evaluateText(page: Page, expression: string): Promise<unknown> {
  const context = page.context();
  const session = sessions.get(context) ?? (await context.newCDPSession(page));
  sessions.set(context, session);
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression,
    awaitPromise: true,
    returnByValue: true,
  });
  if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
  return result.value;
}

const AXE_RULES: Record<'all' | 'colours', axe.RunOptions['runOnly']> = {
  all: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
};

/**
 * Checks the page in its present state against WCAG 2.2 AA by axe. axe reads over many ticks: of a page that changes
 * meanwhile (a button's wait ends) it mixes two states into one that nobody saw, so what it finds then does not count.
 * @param within a CSS selector; the whole page by default
 * @param rules `colours` for a page that was checked in the other theme: a theme changes nothing but colours
 */
export async function expectNoAxeViolations(
  page: Page,
  within?: string,
  rules: keyof typeof AXE_RULES = 'all',
): Promise<void> {
  // Half a megabyte: a document needs it once.
  if (!(await evaluateText(page, `'axe' in window`))) await evaluateText(page, axe.source);
  const args = `${JSON.stringify(within ?? null)} ?? document, ${JSON.stringify({ resultTypes: ['violations'], runOnly: AXE_RULES[rules] })}`;
  const look = `(async () => {
    // What fades in is not there yet.
    const fading = document.getAnimations().filter((it) => it instanceof CSSTransition);
    await Promise.all(fading.map((it) => it.finished.catch(() => {})));
    let changed = false;
    const changes = new MutationObserver(() => { changed = true; });
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const { violations } = await axe.run(${args});
    changes.disconnect();
    return { violations, changed };
  })()`;
  let violations: axe.Result[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const seen = (await evaluateText(page, look)) as { violations: axe.Result[]; changed: boolean };
    violations = seen.violations;
    if (violations.length === 0 || !seen.changed) break;
  }
  const texts = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      (node) =>
        `${id}: ${help}\n  ${node.target.join(' ')}\n  ${node.html.slice(0, 200)}\n  ${node.failureSummary ?? ''}`,
    ),
  );
  if (texts.length > 0) expect.fail(`Accessibility of ${page.url()}:\n${texts.join('\n')}`);
}

/** The page itself does not scroll sideways, and nothing sticks out of it that a frame of its own does not scroll. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflows = await page.evaluate(() => {
    const root = document.documentElement;
    const out: string[] = [];
    if (root.scrollWidth > root.clientWidth) out.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);
    const isFramed = (element: Element): boolean => {
      for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) {
        if (getComputedStyle(at).overflowX !== 'visible') return true;
      }
      return false;
    };
    for (const element of document.body.querySelectorAll('*')) {
      const box = element.getBoundingClientRect();
      if (box.width < 2 || box.height < 2 || box.right <= root.clientWidth + 1) continue;
      const style = getComputedStyle(element);
      if (style.visibility === 'hidden' || style.position === 'fixed' || isFramed(element)) continue;
      out.push(
        `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''} ends at ${Math.round(box.right)}`,
      );
    }
    return out.slice(0, 8);
  });
  if (overflows.length > 0)
    expect.fail(`Width of ${page.url()} at ${page.viewportSize()?.width} px:\n  ${overflows.join('\n  ')}`);
}

/** Ends the transitions of a page: a change of the theme runs through all its elements, in one of a moment for each. */
export const endTransitions = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('*, ::before, ::after { transition: none !important; }');
    document.adoptedStyleSheets.push(sheet);
  });

/**
 * Checks the page in its present state at three widths and in both themes: nothing sticks out, axe finds nothing. Afterwards it
 * has its own width and theme again.
 * @param within a CSS selector for axe; the whole page by default
 */
export async function expectFits(page: Page, within?: string): Promise<void> {
  const size = page.viewportSize();
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await endTransitions(page);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: size?.height ?? 800 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      // The width and the theme are drawn in the frames after the change.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
      await expectNoAxeViolations(page, within, colorScheme === 'light' ? 'all' : 'colours');
    }
    await expectNoSidewaysScroll(page);
  }
  if (size) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

/**
 * How far a page moved by itself since it was opened, as the browser scores it (Cumulative Layout Shift, web.dev/cls): what
 * moves away under a thumb is not pressed.
 */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const it of list.getEntries()) sum += (it as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => done(sum), 100);
      }),
  );
}
