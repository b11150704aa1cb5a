/**
 * One letter, two readings: plain text and simple HTML are made of the same blocks, so that they can't say different
 * things. Every value is escaped here and nowhere else. HTML without tables, images, scripts or remote parts.
 */
import { cleanLine } from '../core/text.ts';
import { oneLine } from './rules.ts';

/** How the site's company appears in its mails. */
export interface MailBrand {
  readonly name: string;
  /** The token's symbol. */
  readonly symbol: string;
  /** The site's origin without a trailing slash. */
  readonly siteUrl: string;
  /** `#rrggbb`. */
  readonly accent?: string;
}

export interface Letter {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Set where the letter holds a code: it is worthless after so many seconds. */
  readonly validSeconds?: number;
}

export type Block =
  | { readonly line: string }
  /** Stands alone on its line, to be read out, copied or filled in by the device. */
  | { readonly code: string }
  /** Label and value, one a line. */
  | { readonly facts: readonly (readonly [label: string, value: string])[] }
  | { readonly link: string; readonly path: string };

const SUBJECT_LENGTH_MAX = 120;
const VALUE_LENGTH_MAX = 300;

/**
 * @param title subject and heading; never holds a code.
 * @param reason why the reader gets this letter, the last line.
 */
export function letter(brand: MailBrand, title: string, blocks: readonly Block[], reason: string): Letter {
  const sign = oneLine(brand.name, 80);
  const heading = oneLine(title, SUBJECT_LENGTH_MAX);
  const footer = cleanLine(reason);
  return {
    subject: heading,
    text: [
      ...blocks.map((block) => inText(brand, block)),
      `Warm regards,\nTeam ${sign}\n${brand.siteUrl}`,
      footer,
    ].join('\n\n'),
    html: page(brand, heading, sign, blocks, footer),
  };
}

/**
 * 'Hello Asha,' or, where the name could be read as an address or a command to the reader, 'Hello,': nobody shall be
 * able to send a link to strangers in our name by calling himself one.
 */
export function greeting(name: string): Block {
  const shown = oneLine(name, 60);
  const fit = shown !== '' && !/[<>@/\\:]|\p{L}\.\p{L}{2,}|\d{5,}/u.test(shown);
  return { line: fit ? `Hello ${shown},` : 'Hello,' };
}

function value(text: string): string {
  return oneLine(text, VALUE_LENGTH_MAX) || '—';
}

function inText(brand: MailBrand, block: Block): string {
  if ('line' in block) return cleanLine(block.line);
  if ('code' in block) return block.code;
  if ('facts' in block) return block.facts.map(([label, it]) => `${value(label)}: ${value(it)}`).join('\n');
  return `${block.link}:\n${brand.siteUrl}${block.path}`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";
const ACCENT = '#1d4ed8';

function inHtml(brand: MailBrand, accent: string, block: Block): string {
  if ('line' in block) return `<p>${escaped(cleanLine(block.line))}</p>`;
  if ('code' in block) {
    return `<p style="font:700 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${escaped(block.code)}</p>`;
  }
  if ('facts' in block) {
    const rows = block.facts.map(
      ([label, it]) =>
        `<li>${escaped(value(label))}: <strong style="overflow-wrap:anywhere">${escaped(value(it))}</strong></li>`,
    );
    return `<ul style="padding-left:20px">${rows.join('')}</ul>`;
  }
  const href = escaped(`${brand.siteUrl}${block.path}`);
  return `<p><a href="${href}" style="color:${accent};font-weight:600">${escaped(block.link)}</a></p>`;
}

function page(brand: MailBrand, heading: string, sign: string, blocks: readonly Block[], reason: string): string {
  const accent = brand.accent && /^#[0-9a-f]{6}$/i.test(brand.accent) ? brand.accent : ACCENT;
  const site = escaped(brand.siteUrl);
  return [
    '<!doctype html>',
    '<html lang="en-IN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(heading)}</title></head>`,
    `<body style="margin:0 auto;padding:24px 16px;max-width:560px;font-size:16px;line-height:1.5;${FONT}">`,
    `<p style="border-left:4px solid ${accent};padding-left:12px;font-weight:600">${escaped(sign)} · ${escaped(oneLine(brand.symbol, 16))}</p>`,
    `<h1 style="font-size:22px;line-height:1.3">${escaped(heading)}</h1>`,
    ...blocks.map((block) => inHtml(brand, accent, block)),
    `<p>Warm regards,<br>Team ${escaped(sign)}<br><a href="${site}" style="color:${accent}">${site}</a></p>`,
    `<p style="font-size:13px">${escaped(reason)}</p>`,
    '</body></html>',
  ].join('\n');
}

function escaped(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}
