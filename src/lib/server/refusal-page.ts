/**
 * Refusals that come before the server knows which company's site is requested: for people a plain page without a brand,
 * for programs the same as JSON. The page is in the language that was chosen on this host.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { HINDI } from '../core/hindi/catalogue.ts';
import type { Language } from '../core/texts.ts';
import { readLanguageCookie } from '../http/cookies.ts';
import { areaOf } from '../http/guard-rules.ts';
import type { Visit } from './visit.ts';

const STYLE = `:root { color-scheme: light dark; }
body { margin: 0; padding: 3rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif; color: #1b2430; background: #fff; }
main { max-width: 36rem; margin: 0 auto; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; line-height: 1.25; }
a { color: #0b57d0; }
main > p:last-child { font-size: 0.875rem; }
.aside { margin-top: 2.5rem; padding-top: 1rem; border-top: 1px solid #c9ced6; font-size: 0.875rem; }
@media (prefers-color-scheme: dark) {
  body { color: #e8eaee; background: #15181d; }
  a { color: #9cc2ff; }
  .aside { border-color: #444b55; }
}`;

/** The policy of this page: its own style and nothing else, no script, no frame. */
const REFUSAL_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

/** True where a browser navigates to a page, and does not call the API. */
function isNavigation(req: IncomingMessage, path: string): boolean {
  return /\btext\/html\b/i.test(req.headers.accept ?? '') && !/^\/api(\/|$)/i.test(path);
}

const TRANSLATIONS = { ...HINDI.common, ...HINDI.pages };
type Text = keyof typeof TRANSLATIONS;

interface RefusalTexts {
  readonly heading: Text;
  readonly body: Text;
  /** The word of a link, and where it leads. */
  readonly next?: readonly [Text, href: string];
  /** For those who run the server, in English. */
  readonly aside?: string;
}

const TEXTS: Readonly<Record<number, RefusalTexts>> = {
  421: {
    heading: 'There is no site under this address',
    body: 'Check the address for a typo. If it is the link that you were given, ask the person who gave it to you for the current one.',
    aside: `<p class="aside" lang="en">If you run this server: it answers under the host and port of <code>SITE_URL</code> (without it, under
<code>localhost</code> with its port) and under the host names of its companies. “Environment” and “Several companies” in
<code>docs/operations.md</code> say how to set them.</p>`,
  },
  429: {
    heading: 'Too many pages were opened',
    body: 'Your network has opened very many pages in the last minute. Please wait a minute and try again.',
    next: ['Try again', ''],
  },
  503: {
    heading: 'This site cannot be reached right now',
    body: 'Nothing that was confirmed to you is lost. Please try again in a moment.',
    next: ['Try again', ''],
  },
};
const OTHER: RefusalTexts = {
  heading: 'This request cannot be answered',
  body: 'Check the address for a typo.',
  next: ['Go to home page', '/'],
};

/** The language that was chosen on this host. The admin side is in English alone. */
function languageOf({ req, path }: Visit): Language {
  const area = areaOf(path);
  return area === null || area === 'member' ? (readLanguageCookie(req.headers.cookie ?? null) ?? 'en') : 'en';
}

/** @param requestId as in the log and in `X-Request-Id`; the only part of the page that is not fixed text */
function refusalPage(status: number, requestId: string, language: Language): string {
  const { heading, body, next, aside = '' } = TEXTS[status] ?? OTHER;
  const say = (text: Text): string => (language === 'hi' ? TRANSLATIONS[text] : text);
  const numbers = say('Status {status}, request {request}')
    .replace('{status}', String(status))
    .replace('{request}', `<code>${requestId}</code>`);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${say(heading)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${say(heading)}</h1>
<p>${say(body)}</p>
${next === undefined ? '' : `<p><a href="${next[1]}">${say(next[0])}</a></p>`}${aside}
<p>${numbers}</p>
</main>
</body>
</html>
`;
}

/** Responds with a refusal. The message of a page is fixed by its status. */
export function refuse(
  visit: Visit,
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  const { req, res, path, requestId } = visit;
  const isPage = isNavigation(req, path);
  res.writeHead(status, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    Vary: isPage ? 'Accept, Cookie' : 'Accept',
    ...(isPage && { 'Content-Security-Policy': REFUSAL_POLICY }),
    ...headers,
  });
  res.end(
    isPage
      ? refusalPage(status, requestId, languageOf(visit))
      : JSON.stringify({ status: false, message, code, requestId }),
  );
}
