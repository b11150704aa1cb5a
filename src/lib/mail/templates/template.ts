/**
 * Renders a mail as plain text and as simple HTML from the same blocks, so that both have the same content. Every value is
 * escaped here and nowhere else. The HTML has no tables, images, scripts or remote parts.
 */
import { formatFullDateTime } from '../../core/format.ts';
import { payeeProblem } from '../../core/payee.rules.ts';
import { NO_PAYEES } from '../../core/payee-line.ts';
import { cleanLine } from '../../core/text.ts';
import { type Language, t } from '../../core/texts.ts';
import { inLanguage } from '../../languages/service.ts';
import { oneLine } from '../rules.ts';

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

export interface RenderedMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Set for a mail with a code: the code expires after so many seconds. */
  readonly validSeconds?: number;
}

export type Block =
  | { readonly line: string }
  /** Alone on its line, to be read out, copied or filled in by the device. */
  | { readonly code: string }
  /** Labels with values, one per line. */
  | { readonly facts: readonly (readonly [label: string, value: string])[] }
  /** Lines that are not changed, to be kept or copied. */
  | { readonly verbatim: string }
  | { readonly link: string; readonly path: string };

const SUBJECT_LENGTH_MAX = 120;
const VALUE_LENGTH_MAX = 300;

/**
 * @param title subject and heading; never contains a code
 * @param reason the last line: why the reader gets this mail
 * @param language of the title, the blocks and the reason: English where the mail is not translated
 */
export function renderMail(
  brand: MailBrand,
  title: string,
  blocks: readonly Block[],
  reason: string,
  language: Language = 'en',
): RenderedMail {
  const sign = oneLine(brand.name, 80);
  const heading = oneLine(title, SUBJECT_LENGTH_MAX);
  const footer = cleanLine(reason);
  return {
    subject: heading,
    text: [
      ...blocks.map((block) => inText(brand, block)),
      `${farewell(language, sign).join('\n')}\n${brand.siteUrl}`,
      footer,
    ].join('\n\n'),
    html: page(brand, heading, farewell(language, sign), blocks, footer, language),
  };
}

/** A name on one line; null if it could be read as an address, an instruction or where to pay. */
export function nameShown(name: string): string | null {
  const shown = oneLine(name, 60);
  const isName = shown !== '' && !/[<>@/\\:]|\p{L}\.\p{L}{2,}|\d{5,}/u.test(shown) && payeeProblem(shown) === null;
  return isName ? shown : null;
}

/**
 * 'Hello Asha,' or, if the name could be read as an address or an instruction, 'Hello,': a member must not be able to send
 * links to strangers in our name by choosing such a name, nor an admin where to pay.
 */
export function greeting(name: string, language: Language = 'en'): Block {
  const shown = nameShown(name);
  return { line: inLanguage(language, () => (shown !== null ? t('Hello {name},', { name: shown }) : t('Hello,'))) };
}

/** Why a member gets a mail about their account. */
export function toAccountHolder(brand: MailBrand): string {
  return withoutPayees(
    t('You are receiving this mail because you have an account at {site}.', { site: brand.siteUrl }),
  );
}

/** The reason of a mail to a buyer, with the line that all of them have. */
export const withoutPayees = (reason: string): string => `${reason} ${t(NO_PAYEES)}`;

/** A time in a mail that is in English, whatever the language of the call that causes it. */
export function englishTime(at: Date): string {
  return inLanguage('en', () => formatFullDateTime(at));
}

function value(text: string): string {
  return oneLine(text, VALUE_LENGTH_MAX) || '—';
}

function inText(brand: MailBrand, block: Block): string {
  if ('line' in block) return cleanLine(block.line);
  if ('code' in block) return block.code;
  if ('verbatim' in block) return block.verbatim.trimEnd();
  if ('facts' in block) return block.facts.map(([label, fact]) => `${value(label)}: ${value(fact)}`).join('\n');
  return `${block.link}:\n${brand.siteUrl}${block.path}`;
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif";
const ACCENT = '#1d4ed8';

function inHtml(brand: MailBrand, accent: string, block: Block): string {
  if ('line' in block) return `<p>${escaped(cleanLine(block.line))}</p>`;
  if ('code' in block) {
    return `<p style="font:700 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:4px">${escaped(block.code)}</p>`;
  }
  if ('verbatim' in block) {
    return `<pre style="font-size:12px;white-space:pre-wrap;overflow-wrap:anywhere">${escaped(block.verbatim.trimEnd())}</pre>`;
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

/** Two lines. */
function farewell(language: Language, sign: string): readonly [string, string] {
  return inLanguage(language, () => [t('Warm regards,'), t('Team {name}', { name: sign })]);
}

function page(
  brand: MailBrand,
  heading: string,
  [regards, team]: readonly [string, string],
  blocks: readonly Block[],
  reason: string,
  language: Language,
): string {
  const sign = oneLine(brand.name, 80);
  const accent = brand.accent && /^#[0-9a-f]{6}$/i.test(brand.accent) ? brand.accent : ACCENT;
  const site = escaped(brand.siteUrl);
  return [
    '<!doctype html>',
    `<html lang="${language}-IN"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(heading)}</title></head>`,
    `<body style="margin:0 auto;padding:24px 16px;max-width:560px;font-size:16px;line-height:1.5;${FONT}">`,
    `<p style="border-left:4px solid ${accent};padding-left:12px;font-weight:600">${escaped(sign)} · ${escaped(oneLine(brand.symbol, 16))}</p>`,
    `<h1 style="font-size:22px;line-height:1.3">${escaped(heading)}</h1>`,
    ...blocks.map((block) => inHtml(brand, accent, block)),
    `<p>${escaped(regards)}<br>${escaped(team)}<br><a href="${site}" style="color:${accent}">${site}</a></p>`,
    `<p style="font-size:13px">${escaped(reason)}</p>`,
    '</body></html>',
  ].join('\n');
}

function escaped(text: string): string {
  const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);
}
