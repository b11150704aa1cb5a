/**
 * Refusals that come before the server knows which company's site is requested: for people a plain page without a brand,
 * for programs the same as JSON.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
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

const TEXTS: Readonly<Record<number, { heading: string; body: string }>> = {
  421: {
    heading: 'There is no site under this address',
    body: `<p>Check the address for a typo. If it is the link that you were given, ask the person who gave it to you for the current
one.</p>
<p class="aside">If you run this server: it answers under the host and port of <code>SITE_URL</code> (without it, under
<code>localhost</code> with its port) and under the host names of its companies. “Environment” and “Several companies” in
<code>docs/operations.md</code> say how to set them.</p>`,
  },
  429: {
    heading: 'Too many pages were opened',
    body: '<p>Your network has opened very many pages in the last minute. Please wait a minute and try again.</p><p><a href="">Try again</a></p>',
  },
  503: {
    heading: 'This site cannot be reached right now',
    body: '<p>Nothing that was confirmed to you is lost. Please try again in a moment.</p><p><a href="">Try again</a></p>',
  },
};

/** @param requestId as in the log and in `X-Request-Id`; the only part of the page that is not fixed text */
function refusalPage(status: number, requestId: string): string {
  const { heading, body } = TEXTS[status] ?? {
    heading: 'This request cannot be answered',
    body: '<p>Check the address for a typo.</p><p><a href="/">Go to home page</a></p>',
  };
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${body}
<p>Status ${status}, request <code>${requestId}</code></p>
</main>
</body>
</html>
`;
}

/** Responds with a refusal. The message of a page is fixed by its status. */
export function refuse(
  { req, res, path, requestId }: Visit,
  status: number,
  code: string,
  message: string,
  headers: Record<string, string> = {},
): void {
  const isPage = isNavigation(req, path);
  res.writeHead(status, {
    'Content-Type': isPage ? 'text/html; charset=utf-8' : 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    Vary: 'Accept',
    ...(isPage && { 'Content-Security-Policy': REFUSAL_POLICY }),
    ...headers,
  });
  res.end(isPage ? refusalPage(status, requestId) : JSON.stringify({ status: false, message, code, requestId }));
}
