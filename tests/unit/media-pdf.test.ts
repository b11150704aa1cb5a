/** PDFs as viewers open them: with passwords, and with what programs leave at both ends. */
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inLanguage } from '@/lib/languages/service.ts';
import { detect } from '@/lib/media/formats/detect.ts';
import { rc4 } from '@/lib/media/formats/pdf-password.ts';
import { strip } from '@/lib/media/formats/strip.ts';
import { HINDI } from '../../src/lib/core/hindi/catalogue.ts';
import { translated } from '../../src/lib/core/texts.ts';
import { bytesOf, html, pdf } from '../support/media-files.ts';

const WITH_PASSWORD = 'This PDF has a password. Send a screenshot, or print it to a new PDF.';
const DAMAGED = 'This PDF is damaged or incomplete. Take a screenshot of it and send that.';
const BEGINS_ELSE = 'This file does not begin as a PDF does. Take a screenshot of it and send that.';

/** 'accepted', or the sentence of the refusal. */
function verdictOf(bytes: Uint8Array): string {
  const detected = detect(bytes);
  return detected.ok ? `accepted as ${detected.kind}` : detected.reason;
}
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');

/** Written by qpdf 11: `open` with the empty user password, `closed` with another. */
const FOLDER = path.join(import.meta.dirname, '../support/pdfs');
const files = fs.readdirSync(FOLDER);
const load = (name: string): Uint8Array => new Uint8Array(fs.readFileSync(path.join(FOLDER, name)));
const change = (name: string, ...edits: [string | RegExp, string][]): Uint8Array =>
  bytesOf(edits.reduce((text, [from, to]) => text.replace(from, to), textOf(load(name))));

describe('a PDF of every kind of encryption', () => {
  test.each(files.filter((name) => name.endsWith('-closed.pdf')))('%s is refused for its password', (name) => {
    expect(verdictOf(load(name))).toBe(WITH_PASSWORD);
  });

  test.each(files.filter((name) => name.endsWith('-open.pdf')))('%s is accepted: it opens without one', (name) => {
    expect(verdictOf(load(name))).toBe('accepted as pdf');
  });

  test('both kinds are there for each handler', () => {
    expect(files.filter((name) => name.endsWith('-closed.pdf')).length).toBeGreaterThanOrEqual(10);
    expect(files.filter((name) => name.endsWith('-open.pdf')).length).toBeGreaterThanOrEqual(10);
  });
});

describe('the password is found wherever the file names its encryption', () => {
  const inTrailer = (name: string): Uint8Array => {
    const [, dictionary = ''] = /5 0 obj\s*(<<.*?>>)\s*endobj/s.exec(textOf(load(name))) ?? [];
    return change(name, [/\/Encrypt 5 0 R/, `/Encrypt ${dictionary.replaceAll('$', '$$$$')}`]);
  };
  const updated = (name: string): Uint8Array => {
    const text = textOf(load(name));
    const [trailer = ''] = /trailer.*?>>\s/s.exec(text) ?? [];
    return bytesOf(
      `${text}xref\n0 0\n${trailer.replace('/Root', `/Prev 749 /Root`)}startxref\n${text.length}\n%%EOF\n`,
    );
  };
  const WAYS: readonly [string, (name: string) => Uint8Array][] = [
    ['in the trailer itself', inTrailer],
    ['in the trailer of a change', updated],
    ['in a hybrid file', (name) => change(name, ['trailer << ', 'trailer << /XRefStm 15 '])],
    ['behind an offset that leads nowhere', (name) => change(name, [/startxref\n\d+/, 'startxref\n7'])],
    ['behind an offset beyond the file', (name) => change(name, [/startxref\n\d+/, 'startxref\n99999999'])],
    ['with names spelt by codes', (name) => change(name, ['/Filter /Standard', '/Fi#6cter /St#61ndard'])],
    ['with a comment', (name) => change(name, ['/Encrypt 5 0 R', '/Encrypt % 6 0 R\n 5 0 R'])],
    ['behind blanks', (name) => bytesOf('\xef\xbb\xbf\r\n \0', load(name))],
    ['with zeros and a glued marker', (name) => bytesOf(textOf(load(name)).trimEnd(), '%%EOF', new Uint8Array(9000))],
  ];
  test.each(WAYS)('%s', (_, made) => {
    for (const handler of ['rc4-128', 'aes-128', 'aes-256-r6']) {
      expect([handler, verdictOf(made(`${handler}-closed.pdf`))]).toEqual([handler, WITH_PASSWORD]);
      expect([handler, verdictOf(made(`${handler}-open.pdf`))]).toEqual([handler, 'accepted as pdf']);
    }
  });
});

describe('a PDF that is not surely closed is accepted', () => {
  const closed = 'aes-256-r6-closed.pdf';
  test.each<[string, Uint8Array]>([
    ['for certificates', change(closed, ['/Filter /Standard', '/Filter /Adobe.PubSec'])],
    ['of another handler', change(closed, ['/Filter /Standard', '/Filter /FoxitConnectedPDF'])],
    ['of an unknown revision', change(closed, ['/R 6', '/R 9'])],
    ['whose check is cut', change(closed, [/\/U <[0-9a-f]+>/, '/U <00>'])],
    ['whose dictionary is missing', change(closed, ['/Encrypt 5 0 R', '/Encrypt 55 0 R'])],
    ['whose encryption is null', change(closed, ['/Encrypt 5 0 R', '/Encrypt null'])],
    ['of encrypted attachments', change(closed, [/\/StdCF \/StrF \/StdCF/, '/Identity /StrF /Identity'])],
    ['of a filter that does nothing', change(closed, ['/CFM /AESV3', '/CFM /None'])],
    [
      'that only writes of it',
      pdf({ body: '3 0 obj<</Length 30>>stream\ntrailer<</Encrypt 5 0 R/Root 1 0 R>>\nendstream endobj' }),
    ],
    ['with a wrong key length', change('rc4-128-open.pdf', ['/Length 128', '/Length 16'])],
    ['whose key length is missing', change('rc4-128-open.pdf', ['/Length 128', ''])],
    ['with permissions without a sign', change('aes-128-open.pdf', ['/P -4', '/P 4294967292'])],
  ])('%s', (_, bytes) => expect(verdictOf(bytes)).toBe('accepted as pdf'));
});

test('RC4 gives the values of its published vectors', () => {
  const encrypt = (key: string, text: string): string => rc4(Buffer.from(key), Buffer.from(text)).toString('hex');
  expect(encrypt('Key', 'Plaintext')).toBe('bbf316e8d940af0ad3');
  expect(encrypt('Wiki', 'pedia')).toBe('1021bf0420');
  expect(encrypt('Secret', 'Attack at dawn')).toBe('45a01f645fc35b383552544b9bf5');
});

/** A PDF with the end that is given, of one page and a right table. */
const ending = (end: string | Uint8Array): Uint8Array =>
  bytesOf(textOf(pdf({ tail: '' })).replace(/\nstartxref[\s\S]*$/, ''), end);
const at = /startxref\n(\d+)/.exec(textOf(pdf()))?.[1] ?? '';

describe('a PDF that every viewer opens is accepted, and stored from its header to its end', () => {
  const gateway = `<html><body>${'<p>Scanned by the mail gateway of Example Bank.</p>'.repeat(400)}</body></html>`;
  test.each<[string, Uint8Array]>([
    ['the marker is glued to the offset', ending(`\nstartxref\n${at}%%EOF`)],
    ['the offset is glued to its word', ending(`\nstartxref${at}\n%%EOF`)],
    ['all three are glued', ending(`\nstartxref${at}%%EOF`)],
    ['the marker is doubled', ending(`\nstartxref\n${at}\n%%EOF\n%%EOF\n`)],
    ['the marker is doubled without a line end', ending(`\nstartxref\n${at}\n%%EOF%%EOF`)],
    ['the marker is tripled with CRLF', ending(`\r\nstartxref\r\n${at}\r\n%%EOF\r\n%%EOF\r\n%%EOF\r\n`)],
    ['the lines end with CR', ending(`\rstartxref\r${at}\r%%EOF\r`)],
    ['the marker follows many line ends', ending(`\nstartxref\n${at}${'\n'.repeat(100)}%%EOF`)],
    ['zeros stand between offset and marker', ending(`\nstartxref\n${at}\n\0\0\0\0%%EOF`)],
    ['zeros fill a block', pdf({ tail: new Uint8Array(4090) })],
    ['zeros fill a megabyte', pdf({ tail: new Uint8Array(1024 * 1024) })],
    ['blanks and line ends follow', pdf({ tail: ' \r\n'.repeat(5000) })],
    ['a page follows', pdf({ tail: `\r\n${html}` })],
    ['a page of a mail gateway of 20 KB follows', pdf({ tail: `\n${gateway}` })],
    ['a page and zeros follow', pdf({ tail: bytesOf(html, new Uint8Array(5000)) })],
    ['a boundary of a mail follows', pdf({ tail: '\n------=_Part_12_3456.7890--\r\n' })],
    ['the marker follows a page', pdf({ tail: `\n${html}\n%%EOF\n` })],
    ['a line end precedes', pdf({ head: '\n' })],
    ['CRLF precedes', pdf({ head: '\r\n\r\n' })],
    ['a byte order mark precedes', pdf({ head: '\xef\xbb\xbf' })],
    ['a byte order mark and a line end precede', pdf({ head: '\xef\xbb\xbf\r\n' })],
    ['blanks and tabs precede', pdf({ head: ' \t  ' })],
    ['zeros precede', pdf({ head: '\0'.repeat(128) })],
    ['1,019 blanks precede', pdf({ head: ' '.repeat(1019) })],
  ])('%s', (_, bytes) => {
    expect(verdictOf(bytes)).toBe('accepted as pdf');
    const stored = strip(bytes);
    const text = stored.ok ? textOf(stored.bytes) : '';
    expect(text).toMatch(/^%PDF-1\.7\n[\s\S]*%%EOF\n?$/);
    expect(text).not.toMatch(/html|gateway|_Part_/);
    const again = stored.ok && strip(stored.bytes);
    expect(again).toEqual(stored);
  });

  test('any blanks around it change nothing but themselves', () => {
    const blanks = (maxLength: number) => fc.array(fc.constantFrom(' ', '\n', '\r\n', '\t', '\0', '\f'), { maxLength });
    fc.assert(
      fc.property(blanks(500), blanks(5000), (before, after) => {
        const bytes = pdf({ head: before.join(''), tail: after.join('') });
        const stored = strip(bytes);
        const bare = textOf(pdf({ tail: '' }));
        expect(stored.ok && textOf(stored.bytes).trimEnd()).toBe(bare);
      }),
    );
  });

  test('blanks that its offsets count stay in it, behind the header', () => {
    const whole = textOf(pdf());
    const counted = `\n\n\n${whole.replace(/startxref\n\d+/, `startxref\n${Number(at) + 3}`)}`;
    const stored = strip(bytesOf(counted));
    const text = stored.ok ? textOf(stored.bytes) : '';
    expect(text.startsWith('%PDF-1.7\n\n\n\n')).toBe(true);
    expect(text.slice(Number(at) + 3)).toMatch(/^xref/);
  });
});

describe('a PDF that stays refused gets a sentence that helps', () => {
  test.each<[string, Uint8Array, string]>([
    ['cut in the offset', bytesOf(textOf(pdf()).slice(0, -10)), DAMAGED],
    ['without an end', ending('\n'), DAMAGED],
    ['with an end but no offset', ending('\n%%EOF\n'), DAMAGED],
    ['with a megabyte after its end', pdf({ tail: 'x'.repeat(1024 * 1024) }), DAMAGED],
    ['whose change did not arrive', pdf({ tail: `\n9 0 obj\n${'(text) '.repeat(1000)}` }), DAMAGED],
    ['of another version', bytesOf('%PDF-9.9\n', textOf(pdf()).slice(9)), DAMAGED],
    ['behind a page', pdf({ head: `${html}\n` }), BEGINS_ELSE],
    ['behind text', pdf({ head: 'Some junk before the header\n' }), BEGINS_ELSE],
    ['behind headers of HTTP', pdf({ head: 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\n\r\n' }), BEGINS_ELSE],
    ['behind a printer’s language', pdf({ head: '\x1b%-12345X@PJL ENTER LANGUAGE=PDF\r\n' }), BEGINS_ELSE],
    ['behind headers of a mail', pdf({ head: 'Content-Type: application/pdf\r\n\r\n' }), BEGINS_ELSE],
  ])('%s', (_, bytes, sentence) => {
    expect(verdictOf(bytes)).toBe(sentence);
    expect(inLanguage('hi', () => translated(verdictOf(bytes)))).toBe(
      { ...HINDI.answers }[sentence as keyof typeof HINDI.answers],
    );
  });
});

describe('hostile files', () => {
  const fill = (unit: string, head = '%PDF-1.7\n'): Uint8Array =>
    bytesOf(head, unit.repeat(Math.floor(5_000_000 / unit.length)), `\nstartxref\n1\n%%EOF`);
  test.each([
    'trailer<<',
    'trailer<</Root 1 0 R/A[',
    '5 0 obj<</Filter/Standard>>',
    '5 0 ',
    '%%EOF',
    'startxref 1%%EO',
    '/XRef obj',
    '((((((((((',
    '<<<<<<<<<<',
    '/Encrypt 5 0 R ',
    '5 0 obj <</Filter/Standard/R 6/V 5/StmF/S/O(',
  ])('%s, five megabytes of it, is read in bounded time', (unit) => {
    for (const end of ['', '\ntrailer<</Root 1 0 R/Encrypt 5 0 R>>']) {
      const started = performance.now();
      verdictOf(bytesOf(textOf(fill(unit)).replace(/\nstartxref/, `${end}\nstartxref`)));
      expect(performance.now() - started).toBeLessThan(5_000);
    }
  });
});
