/*
 * The service worker: where a page cannot be reached, it shows the offline page of the site's brand (docs/decisions/0330).
 * It stores that page and what the page refers to, all fetched without cookies, and nothing else; the font of the Hindi lines
 * only where Hindi was chosen. Everything goes to the network; no response of a visit is ever stored, so that nothing has to
 * be cleared when somebody logs out.
 */
const CACHE = 'offline-page';
const PAGE = '/offline';
/** The files of the offline page, as its attributes name them. */
const FILES = /(?:href|src)="(\/(?:_astro|brand|tokens)\/[^"]+)"/g;
/** The fonts of its Hindi lines. */
const HINDI_FONTS = /data-font="(\/_astro\/[^"]+)"/g;
/** After this time a visit fetches the offline page again: the brand may have changed. */
const AGE_MS_MAX = 24 * 60 * 60 * 1000;
const STORED_AT = 'X-Stored-At';
/** Of what is stored: 'hi' or ''. */
const STORED_LANGUAGE = 'X-Stored-Language';
/** The files are the same however they are compressed. */
const MATCH = { cacheName: CACHE, ignoreVary: true };

/** Clients that show the offline page. They alone get files from the cache. */
const offlineClients = new Set();

async function fetchPublic(path, cache) {
  const response = await fetch(path, { credentials: 'omit', redirect: 'error', cache });
  if (!response.ok) throw new Error(`${path} was answered with ${response.status}.`);
  return response;
}

/** 'hi' where Hindi was chosen, else ''. A browser that gives workers no cookies shows Hindi in a font of the device. */
async function chosenLanguage() {
  const cookie = await self.cookieStore?.get('language');
  return cookie?.value === 'hi' ? 'hi' : '';
}

const namesIn = (text, pattern) => [...text.matchAll(pattern)].map(([, path]) => path);

/** Replaces what is stored as a whole, after everything has arrived. */
async function storeOfflinePage() {
  const language = await chosenLanguage();
  const page = await fetchPublic(PAGE, 'no-store');
  const text = await page.text();
  const headers = new Headers(page.headers);
  headers.set(STORED_AT, String(Date.now()));
  headers.set(STORED_LANGUAGE, language);
  const paths = [...new Set([...namesIn(text, FILES), ...(language === 'hi' ? namesIn(text, HINDI_FONTS) : [])])];
  const files = await Promise.all(paths.map(async (path) => [path, await fetchPublic(path, 'default')]));
  // 503: the requested page was not found out about, and a browser that prefetches keeps no error.
  const shown = new Response(text, { status: 503, statusText: 'Service Unavailable', headers });
  const cache = await caches.open(CACHE);
  await Promise.all([[PAGE, shown], ...files].map(([path, response]) => cache.put(path, response)));
  const current = new Set([PAGE, ...paths].map((path) => new URL(path, location.href).href));
  for (const request of await cache.keys()) if (!current.has(request.url)) await cache.delete(request);
}

async function refreshOfflinePage() {
  const stored = await caches.match(PAGE, MATCH);
  const storedAt = Number(stored?.headers.get(STORED_AT) ?? 0);
  const isFresh = Math.abs(Date.now() - storedAt) < AGE_MS_MAX;
  if (isFresh && stored?.headers.get(STORED_LANGUAGE) === (await chosenLanguage())) return;
  // What is stored still works; the next visit tries again.
  await storeOfflinePage().catch(() => {});
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (cause) {
    const page = await caches.match(PAGE, MATCH);
    if (!page) throw cause;
    offlineClients.add(event.resultingClientId);
    return page;
  }
}

async function openFile(request) {
  return (await caches.match(request, MATCH)) ?? fetch(request);
}

addEventListener('install', (event) => {
  // Calls and uploads do not even start this worker, where the browser can be told so.
  event.addRoutes?.({ condition: { urlPattern: new URLPattern({ pathname: '/api/*' }) }, source: 'network' });
  // It holds nothing of an open page, so that a new version can follow at any time.
  event.waitUntil(storeOfflinePage().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  // The request for a page leaves while this worker starts. Open pages are not claimed: the next page is soon enough.
  event.waitUntil(registration.navigationPreload?.enable());
});

addEventListener('fetch', (event) => {
  const { request, clientId } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || /^\/api(\/|$)/.test(pathname)) return;
  if (request.mode === 'navigate') {
    event.respondWith(openPage(event));
    event.waitUntil(refreshOfflinePage());
  } else if (offlineClients.has(clientId)) event.respondWith(openFile(request));
});
