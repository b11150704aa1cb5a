/** The page that checks a proof of stock: one file, which needs no network and sends nothing (docs/decisions/0291). */
import { createHash } from 'node:crypto';
import { PATHS } from '../core/paths.ts';
import { languageNow, TEXTS_ID, t } from '../core/texts.ts';
import { partsOf } from '../http/page-language.ts';
import { textsOfPage } from '../languages/service.ts';
import type { Scope } from '../scope.ts';
import { brandFor } from '../tokens/brand.ts';
import { keyLines, type PublishedKeys, readKeys } from '../transparency-log/publishing/service.ts';
import { around } from './around.ts';
import SCRIPT from './verifier-script.ts?inline-script';

const STYLE = `:root { color-scheme: light dark; --ink: #1b2430; --muted: #566070; --line: #c9ced6; --back: #fff; --raised: #f5f7fa; --link: #0b57d0; --right: #0f6b3c; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --muted: #a9b1bd; --line: #444b55; --back: #15181d; --raised: #1d2127; --link: #9cc2ff; --right: #7ddba6; --wrong: #ffb4ab; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; padding: 32px 16px 64px; font: 16px/1.6 system-ui, sans-serif; color: var(--ink); background: var(--back); }
main { display: grid; gap: 16px; max-width: 680px; margin: 0 auto; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: 24px; line-height: 32px; }
h2 { margin: 0; font-size: 20px; line-height: 1.4; }
p, ol { margin: 0; }
a { color: var(--link); display: inline-flex; min-height: 44px; align-items: center; }
.muted, li span { color: var(--muted); }
.drop { display: grid; gap: 8px; padding: 24px; border: 2px dashed var(--line); border-radius: 12px; background: var(--raised); }
label { font-weight: 600; }
input { width: 100%; min-height: 44px; font: inherit; color: inherit; }
input::file-selector-button { min-height: 44px; margin-inline-end: 12px; padding: 0 16px; border: 1px solid var(--line); border-radius: 8px; font: inherit; font-weight: 600; color: inherit; background: var(--back); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
#result[data-state] { display: grid; gap: 8px; padding: 16px; border: 1px solid var(--line); border-inline-start: 6px solid; border-radius: 12px; }
#result[data-state="right"] { border-inline-start-color: var(--right); }
#result[data-state="wrong"] { border-inline-start-color: var(--wrong); }
#result[data-state="right"] h2 { color: var(--right); }
#result[data-state="wrong"] h2 { color: var(--wrong); }
ol { display: grid; gap: 12px; padding-inline-start: 24px; }
li > * { display: block; }
code { font: 14px/1.5 ui-monospace, monospace; }
ul { margin: 0; padding: 0; list-style: none; }`;

function sourceOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** This script and style and the checkpoint of the site, and nothing else: no picture, no form. A copy on a disk has no site. */
const CONTENT_POLICY = `default-src 'none'; script-src ${sourceOf(SCRIPT)}; style-src ${sourceOf(STYLE)}; connect-src 'self'; base-uri 'none'; form-action 'none'`;
/** A policy inside the page, which a saved copy keeps, cannot forbid frames. */
const POLICY = `${CONTENT_POLICY}; frame-ancestors 'none'`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}

/** The texts that the script of a page in another language shows. */
function textsOf(language: string): string {
  if (language === 'en') return '';
  return `\n<meta id="${TEXTS_ID}" content="${escaped(JSON.stringify(textsOfPage(partsOf(PATHS.ledgerVerify))))}">`;
}

/** The keys go with a saved copy, as its language does. */
function verifierPage(name: string, symbol: string, published: PublishedKeys): string {
  const keys = keyLines(published);
  const data = JSON.stringify({ keys, present: published.present }).replaceAll('<', '\\u003c');
  const lines = keys.map((key) => `<li><code>${escaped(key)}</code></li>`).join('\n');
  const language = languageNow();
  const heading = escaped(t('Check a proof of {symbol}', { symbol }));
  const lead = t(
    'Choose the file that you downloaded from the dashboard of {name}. It is checked in your browser and sent nowhere: you can disconnect from the network first.',
    { name },
  );
  const [before, after] = around('You can keep this page and open it from your disk later, without this site: {link}');
  const link = `<a href="${PATHS.ledgerVerify}" download="check-${escaped(symbol)}.html">${t('Save this page')}</a>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${CONTENT_POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title>${textsOf(language)}
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
<p>${escaped(lead)}</p>
<div class="drop" id="form" hidden>
<label for="file">${t('Proof file')}</label>
<input id="file" type="file" accept=".json,application/json">
<p class="muted">${t('Or drop the file anywhere on this page.')}</p>
</div>
<noscript><p>${t('Please turn on JavaScript for this page: the check runs in your browser.')}</p></noscript>
<div id="result" role="status"></div>
<p id="save">${before}${link}${after}</p>
<h2>${t('The key')}</h2>
<p>${t('A proof is right only if this key signed it. Compare the key with a copy from an earlier day or from somebody else.')}</p>
<ul>
${lines}
</ul>
</main>
<script type="application/json" id="site">${data}</script>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** The page with the keys of the visitor's site in it. */
export async function verifierResponse(scope: Scope): Promise<Response> {
  const { name, symbol } = brandFor(scope);
  return new Response(verifierPage(name, symbol, await readKeys(scope)), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'public, max-age=300',
    },
  });
}
