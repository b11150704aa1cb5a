/**
 * Proofs of payment as made-up members would send them: the screenshot of a UPI app, a bank's advice as PDF or as a
 * screenshot, the counterfoil of a cash deposit. Each says what its own purchase claims, so that an admin can compare.
 */
import { formatDateTime, formatRupees } from '../core/format.ts';
import { formatPaise } from '../core/money.ts';
import { type Colour, ellipse, type Ink, outline, Picture, stroke } from './picture.ts';

export type ProofKind = 'upi-screen' | 'bank-screen' | 'bank-advice' | 'cash-slip';

export interface ProofFacts {
  readonly kind: ProofKind;
  /** Picks the look: one member's phone looks the same on every proof. */
  readonly look: number;
  readonly amountPaise: bigint;
  readonly payerName: string;
  /** The last digits of the account that paid. */
  readonly payerAccount: string;
  readonly payeeName: string;
  readonly payeeUpi: string;
  readonly payeeAccount: string;
  readonly payeeIfsc: string;
  readonly bankName: string;
  readonly reference: string;
  readonly paidAt: Date;
}

export interface Proof {
  readonly kind: 'png' | 'pdf';
  readonly mime: string;
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

const WHITE = '#ffffff';
const DARK = '#15181e';
const ACCENTS: readonly Colour[] = ['#1a7f4b', '#5a2fb0', '#1b5fc4', '#0f766e', '#b4431f'];
const WIDTH = 480;
const MARGIN = 36;

const stamp = (at: Date): string => formatDateTime(at).replace(/:\d\d (am|pm)$/, ' $1');
const day = (at: Date): string => formatDateTime(at).slice(0, 10).replaceAll('/', '');

export async function drawProof(it: ProofFacts): Promise<Proof> {
  const named = (bytes: Uint8Array, name: string, kind: Proof['kind']): Proof => ({
    kind,
    mime: kind === 'png' ? 'image/png' : 'application/pdf',
    fileName: `${name}-${day(it.paidAt)}.${kind}`,
    bytes,
  });
  switch (it.kind) {
    case 'upi-screen':
      return named(await upiScreen(it), 'Screenshot', 'png');
    case 'bank-screen':
      return named(await bankScreen(it), 'IMG', 'png');
    case 'cash-slip':
      return named(await cashSlip(it), 'deposit-slip', 'png');
    case 'bank-advice':
      return named(bankAdvice(it), 'payment-advice', 'pdf');
  }
}

type Line = readonly [label: string, value: string];

/** Labels with their values below, ruled off from each other. @returns the row after the last */
function writeLines(
  picture: Picture,
  lines: readonly Line[],
  top: number,
  label: Ink,
  value: Ink,
  rule: Colour,
): number {
  let y = top;
  for (const [index, [name, text]] of lines.entries()) {
    if (index > 0) picture.fill(rule, MARGIN, y - 12, WIDTH - 2 * MARGIN, 1);
    picture.write('text', name, label, MARGIN, y);
    picture.write('text', fitting(picture, text), value, MARGIN, y + 28);
    y += 82;
  }
  return y;
}

function fitting(picture: Picture, text: string): string {
  let shown = text;
  while (picture.measure('text', shown) > WIDTH - 2 * MARGIN) shown = shown.slice(0, -1);
  return shown;
}

function upiScreen(it: ProofFacts): Promise<Uint8Array> {
  const accent = ACCENTS[it.look % ACCENTS.length] ?? DARK;
  const isDark = it.look % 3 === 2;
  const ground: Colour = isDark ? DARK : WHITE;
  const text: Ink = { colour: isDark ? '#f3f4f6' : '#1c2027', ground };
  const faint: Ink = { colour: isDark ? '#9aa3b2' : '#667085', ground };
  const picture = new Picture(WIDTH, 860, ground);
  picture.fill(accent, 0, 0, WIDTH, 250);
  picture.draw({ colour: WHITE, ground: accent }, ellipse(WIDTH / 2, 96, 46, 46));
  for (const shape of [stroke(219, 98, 234, 113, 9), stroke(234, 113, 262, 82, 9)])
    picture.draw({ colour: accent, ground: WHITE }, shape);
  const onAccent = { colour: WHITE, ground: accent } as const;
  picture.write(
    'title',
    it.look % 2 === 0 ? 'Payment successful' : 'Paid successfully',
    onAccent,
    WIDTH / 2,
    160,
    'centre',
  );
  picture.write('text', stamp(it.paidAt), onAccent, WIDTH / 2, 204, 'centre');
  picture.write('amount', formatRupees(formatPaise(it.amountPaise)), text, WIDTH / 2, 276, 'centre');
  const lines: Line[] = [
    ['To', it.payeeName],
    ['UPI ID', it.payeeUpi],
    ['From', it.payerName],
    ['Paid from', `${it.bankName} - ${it.payerAccount}`],
    ['UPI transaction ID (UTR)', it.reference],
  ];
  const end = writeLines(picture, lines, 386, faint, text, isDark ? '#2b303a' : '#e6e8ec');
  picture.write('text', 'Powered by UPI', faint, WIDTH / 2, end + 8, 'centre');
  return picture.toPng();
}

function bankScreen(it: ProofFacts): Promise<Uint8Array> {
  const accent = ACCENTS[(it.look + 2) % ACCENTS.length] ?? DARK;
  const ground = '#f4f6f9';
  const picture = new Picture(WIDTH, 800, ground);
  picture.fill(accent, 0, 0, WIDTH, 84);
  picture.write('title', it.bankName, { colour: WHITE, ground: accent }, MARGIN, 24);
  picture.fill(WHITE, 16, 104, WIDTH - 32, 680);
  const text: Ink = { colour: '#1c2027', ground: WHITE };
  const faint: Ink = { colour: '#667085', ground: WHITE };
  picture.write('text', 'Fund transfer completed', { colour: '#1a7f4b', ground: WHITE }, MARGIN, 128);
  picture.write('amount', formatRupees(formatPaise(it.amountPaise)), text, MARGIN, 166);
  const lines: Line[] = [
    ['Beneficiary', it.payeeName],
    ['Account', `${it.payeeAccount}, ${it.payeeIfsc}`],
    ['From', `${it.payerName}, A/c ${it.payerAccount}`],
    ['Reference number (UTR)', it.reference],
    ['Date and time', stamp(it.paidAt)],
  ];
  writeLines(picture, lines, 284, faint, text, '#e6e8ec');
  return picture.toPng();
}

function cashSlip(it: ProofFacts): Promise<Uint8Array> {
  const paper: Colour = it.look % 2 === 0 ? '#fbf6e6' : '#eef4ea';
  const print: Ink = { colour: '#39425a', ground: paper };
  const pen: Ink = { colour: '#1d3fa8', ground: paper };
  const picture = new Picture(WIDTH, 760, paper);
  picture.fill(print.colour, 14, 14, WIDTH - 28, 732);
  picture.fill(paper, 16, 16, WIDTH - 32, 728);
  picture.write('title', it.bankName, print, WIDTH / 2, 38, 'centre');
  picture.write('text', 'CASH DEPOSIT - DEPOSITOR COPY', print, WIDTH / 2, 84, 'centre');
  picture.fill(print.colour, MARGIN, 122, WIDTH - 2 * MARGIN, 2);
  const lines: Line[] = [
    ['Credit to account', it.payeeAccount],
    ['Deposited by', it.payerName],
    ['Journal number', it.reference],
    ['Date', stamp(it.paidAt)],
  ];
  const end = writeLines(picture, lines, 146, print, pen, '#c9c6b4');
  picture.write('text', 'Amount', print, MARGIN, end);
  picture.write('amount', formatRupees(formatPaise(it.amountPaise)), pen, MARGIN, end + 22);
  const [cx, cy] = [374, 656];
  const stamped: Ink = { colour: '#a23b52', ground: paper };
  picture.draw(stamped, outline(ellipse(cx, cy, 62, 62), 3));
  picture.write('text', 'CASH', stamped, cx, cy - 28, 'centre');
  picture.write('text', 'RECEIVED', stamped, cx, cy - 2, 'centre');
  return picture.toPng();
}

/** One A5 page in Helvetica, which every reader has. Its letters hold no rupee sign: banks print INR. */
function bankAdvice(it: ProofFacts): Uint8Array {
  const amount = formatRupees(formatPaise(it.amountPaise)).replace('₹', 'INR ');
  const accent = ACCENTS[(it.look + 1) % ACCENTS.length] ?? DARK;
  const rgb = [1, 3, 5].map((at) => (Number.parseInt(accent.slice(at, at + 2), 16) / 255).toPrecision(3)).join(' ');
  const put = (font: string, size: number, x: number, y: number, text: string): string =>
    `BT /${font} ${size} Tf ${x} ${y} Td (${text.replace(/[\\()]/g, '\\$&')}) Tj ET`;
  const isNeft = it.reference.length === 16;
  const lines: Line[] = [
    ['Transaction', isNeft ? 'NEFT' : it.reference.length === 22 ? 'RTGS' : 'IMPS'],
    ['UTR / reference number', it.reference],
    ['Date and time', `${stamp(it.paidAt)} IST`],
    ['Remitter', it.payerName],
    ['Remitter account', `XXXXXXXX${it.payerAccount}`],
    ['Beneficiary', it.payeeName],
    ['Beneficiary account', it.payeeAccount],
    ['Beneficiary IFSC', it.payeeIfsc],
    ['Status', 'Processed'],
  ];
  const drawn = [
    `${rgb} rg 0 540 420 55 re f 1 g`,
    put('F2', 18, 32, 560, it.bankName),
    '0.11 g',
    put('F2', 14, 32, 504, 'Funds transfer advice'),
    put('F2', 24, 32, 464, amount),
    ...lines.flatMap(([label, value], index) => {
      const y = 424 - index * 32;
      return [
        `0.88 g 32 ${y - 11} 356 0.8 re f 0.4 g`,
        put('F1', 10, 32, y, label),
        '0.11 g',
        put('F1', 11, 168, y, value),
      ];
    }),
    '0.4 g',
    put('F1', 8, 32, 64, 'This advice was made by a computer and needs no signature. Sample of a demonstration.'),
  ].join('\n');
  return pdfOf(drawn);
}

function pdfOf(content: string): Uint8Array {
  const font = (name: string): string => `<</Type/Font/Subtype/Type1/BaseFont/${name}/Encoding/WinAnsiEncoding>>`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 420 595]/Contents 4 0 R/Resources<</Font<</F1 5 0 R/F2 6 0 R>>>>>>',
    `<</Length ${Buffer.byteLength(content, 'latin1')}>>stream\n${content}\nendstream`,
    font('Helvetica'),
    font('Helvetica-Bold'),
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(at).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`;
  const trailer = `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, 'latin1');
}
