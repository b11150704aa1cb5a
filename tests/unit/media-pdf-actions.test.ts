/** PDFs that do something by themselves when an admin opens them are refused, however they are written. */
import zlib from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detect } from '@/lib/media/formats/detect.ts';
import { bytesOf, pdf } from '../support/media-files.ts';

const SCRIPT = 'This PDF contains a script or starts a program. Please print it to a new PDF and send that.';
const OPENS = 'This PDF opens a link, sends a form or has files inside. Please print it to a new PDF and send that.';
const DAMAGED = 'This PDF is damaged or incomplete. Take a screenshot of it and send that.';

function verdictOf(bytes: Uint8Array): string {
  const detected = detect(bytes);
  return detected.ok ? 'accepted' : detected.reason;
}
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const withBody = (body: string): Uint8Array => pdf({ body });
/** A catalog that does this when the file opens, as a later revision of the first one. */
const opening = (action: string, objects = ''): Uint8Array =>
  withBody(`1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction ${action}>>endobj\n${objects}`);

/** An object stream with these objects, packed unless `pack` says otherwise. */
function packed(
  objects: Readonly<Record<number, string>>,
  { type = '/Type/ObjStm', filter = '/Filter/FlateDecode', pack = (text: string) => zlib.deflateSync(text) } = {},
): string {
  let [head, body] = ['', ''];
  for (const [number, object] of Object.entries(objects)) {
    head += `${number} ${body.length} `;
    body += `${object} `;
  }
  const data = latin1(pack(Buffer.from(head + body, 'latin1').toString('latin1')));
  const count = Object.keys(objects).length;
  return `9 0 obj<<${type}/N ${count}/First ${head.length}${filter}/Length ${data.length}>>stream\n${data}\nendstream endobj\n`;
}
const CATALOG = '<</Type/Catalog/Pages 2 0 R/OpenAction 7 0 R>>';
const LINK = '<</S/URI/URI(https://pay.example.net/)>>';

describe('an action that runs when the file opens is refused', () => {
  test.each<[string, string]>([
    ['a form that is sent', '<</S/SubmitForm/F(https://pay.example.net/)>>'],
    ['another file', '<</S/GoToR/F(other.pdf)/D[0/Fit]>>'],
    ['a file inside', '<</S/GoToE/T<</R/C/N(a.pdf)>>/D[0/Fit]>>'],
    ['data from a file', '<</S/ImportData/F(data.fdf)>>'],
    ['a film', '<</S/Rendition/OP 0>>'],
    ['a link', LINK],
    ['a link with blanks and a comment', '% the start\r\n << /S % kind\n /URI /URI (https://pay.example.net/) >>'],
    ['a link whose kind is another object', '<</S 8 0 R/URI(https://pay.example.net/)>>'],
    ['a link behind a page', `<</S/GoTo/D[3 0 R/Fit]/Next${LINK}>>`],
    ['a link in a list behind a page', `<</S/GoTo/D[3 0 R/Fit]/Next[<</S/Named/N/NextPage>>${LINK}]>>`],
    ['a link of links', `<</S/GoTo/D[3 0 R/Fit]/Next<</S/Named/N/Print/Next${LINK}>>>>`],
    ['a sound', '<</S/Sound/Sound 5 0 R>>'],
    ['a thread of another file', '<</S/Thread/F(other.pdf)/D 0>>'],
    ['a reset of the form', '<</S/ResetForm>>'],
  ])('%s', (_, action) => expect(verdictOf(opening(action))).toBe(OPENS));

  test.each<[string, string]>([
    ['as another object', '7 0 R'],
    ['with other blanks', '7\n\t0 % object\r\n R'],
    ['with zeros before its number', '007 0 R'],
  ])('%s', (_, reference) => expect(verdictOf(opening(reference, `7 0 obj${LINK}endobj`))).toBe(OPENS));

  test('in an earlier or a later revision of its object', () => {
    const calm = '7 0 obj<</S/GoTo/D[3 0 R/Fit]>>endobj\n';
    const link = `7 0 obj ${LINK} endobj\n`;
    expect(verdictOf(opening('7 0 R', calm + link))).toBe(OPENS);
    expect(verdictOf(opening('7 0 R', link + calm))).toBe(OPENS);
    expect(verdictOf(opening('7 0 R', calm))).toBe('accepted');
  });

  test('in a change that was appended', () => {
    const whole = latin1(pdf());
    const change = `1 0 obj<</Type/Catalog/Pages 2 0 R/OpenAction${LINK}>>endobj\n`;
    const end = `xref\n0 1\ntrailer<</Root 1 0 R/Prev 9>>\nstartxref\n${whole.length + change.length}\n%%EOF\n`;
    expect(verdictOf(bytesOf(whole, change, end))).toBe(OPENS);
  });

  test.each<[string, string]>([
    ['of a page', `3 0 obj<</Type/Page/AA<</O${LINK}>>>>endobj`],
    ['of a page, as another object', `3 0 obj<</Type/Page/AA 7 0 R>>endobj 7 0 obj<</O${LINK}>>endobj`],
    ['of a page, each as another object', `3 0 obj<</Type/Page/AA<</C 7 0 R>>>>endobj 7 0 obj${LINK}endobj`],
    ['of a field', `3 0 obj<</FT/Tx/A#41<</Fo${LINK}>>>>endobj`],
    ['of the file before it is printed', `1 0 obj<</Type/Catalog/AA<</WP${LINK}>>>>endobj`],
  ])('%s', (_, body) => expect(verdictOf(withBody(body))).toBe(OPENS));
});

describe('a name is found in every spelling', () => {
  const NAMES: readonly [string, string][] = [
    ['SubmitForm', OPENS],
    ['GoToR', OPENS],
    ['GoToE', OPENS],
    ['ImportData', OPENS],
    ['RichMedia', OPENS],
    ['EmbeddedFile', OPENS],
    ['EmbeddedFiles', OPENS],
    ['FileAttachment', OPENS],
    ['JavaScript', SCRIPT],
    ['Launch', SCRIPT],
  ];
  const hex = (character: string, isUpper: boolean): string => {
    const code = character.charCodeAt(0).toString(16);
    return `#${isUpper ? code.toUpperCase() : code}`;
  };
  test.each(NAMES)('%s', (name, reason) => {
    const asHex = [...name].map((it) => hex(it, true)).join('');
    const first = hex(name.charAt(0), false) + name.slice(1);
    const last = name.slice(0, -1) + hex(name.slice(-1), false);
    const mixed = [...name].map((it, n) => (n % 2 === 0 ? hex(it, n % 4 === 0) : it)).join('');
    for (const spelt of [name, asHex, asHex.toLowerCase(), first, last, mixed])
      for (const body of [`3 0 obj<</S/${spelt}/F(x)>>endobj`, `3 0 obj<< /S\n/${spelt} /F (x) >> endobj`])
        expect([spelt, verdictOf(withBody(body))]).toEqual([spelt, reason]);
    expect(verdictOf(withBody(packed({ 7: `<</S/${mixed}/F(x)>>` })))).toBe(reason);
  });

  test('drawn at random, also in an object stream', () => {
    fc.assert(
      fc.property(fc.constantFrom(...NAMES), fc.infiniteStream(fc.constantFrom(0, 1, 2)), fc.boolean(), (...drawn) => {
        const [[name, reason], choices, isPacked] = drawn;
        const spelt = [...name].map((character) => {
          const choice = choices.next().value;
          return choice === 0 ? character : hex(character, choice === 1);
        });
        const action = `<</Type/Action/S/${spelt.join('')}/F(x)>>`;
        expect(verdictOf(withBody(isPacked ? packed({ 7: action }) : `7 0 obj${action}endobj`))).toBe(reason);
      }),
    );
  });

  test('the trigger too', () => {
    for (const trigger of ['OpenAction', 'Open#41ction', '#4fpenActio#6E', '#4F#70#65#6E#41#63#74#69#6F#6E'])
      expect(verdictOf(withBody(`1 0 obj<</Type/Catalog/${trigger}${LINK}>>endobj`))).toBe(OPENS);
  });

  test('a form of XML', () => {
    expect(verdictOf(withBody('3 0 obj<</AcroForm<</XFA[(template)5 0 R]>>>>endobj'))).toBe(OPENS);
    expect(verdictOf(withBody('3 0 obj<</AcroForm<</X#46A 5 0 R>>>>endobj'))).toBe(OPENS);
  });
});

describe('objects in packed streams are read', () => {
  test.each<[string, string, string]>([
    ['a catalog and its action', packed({ 1: CATALOG, 7: LINK }), OPENS],
    ['an action of a plain catalog', `1 0 obj${CATALOG}endobj\n${packed({ 4: '<<>>', 7: LINK })}`, OPENS],
    ['a packed catalog with a plain action', `${packed({ 1: CATALOG })}7 0 obj${LINK}endobj`, OPENS],
    ['a script', packed({ 4: '<<>>', 7: '<</S/JavaScript/JS(app.alert(1))>>' }), SCRIPT],
    ['in a list of one filter', packed({ 1: CATALOG, 7: LINK }, { filter: '/Filter[/FlateDecode]' }), OPENS],
    ['not packed at all', packed({ 1: CATALOG, 7: LINK }, { filter: '', pack: (it) => Buffer.from(it) }), OPENS],
    ['without a type', packed({ 1: CATALOG, 7: LINK }, { type: '' }), OPENS],
    ['with its type spelt by codes', packed({ 1: CATALOG, 7: LINK }, { type: '/Ty#70e/O#62jSt#6d' }), OPENS],
    ['that cannot be unpacked', packed({ 1: CATALOG }, { pack: () => Buffer.from('no zlib at all') }), DAMAGED],
    ['packed in another way', packed({ 1: CATALOG }, { filter: '/Filter/LZWDecode' }), DAMAGED],
    ['packed twice', packed({ 1: CATALOG }, { filter: '/Filter[/ASCIIHexDecode/FlateDecode]' }), DAMAGED],
    ['of differences', packed({ 1: CATALOG }, { filter: '/Filter/FlateDecode/DecodeParms<</Predictor 12>>' }), DAMAGED],
    ['of 64 MB', packed({ 7: ' '.repeat(64 * 1024 * 1024) }), DAMAGED],
  ])('%s', (_, body, verdict) => expect(verdictOf(withBody(body))).toBe(verdict));
});

describe('a PDF as banks and browsers make them is accepted', () => {
  const annotation = `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</Type/Action${LINK.slice(2)}>>`;
  test.each<[string, Uint8Array]>([
    ['with a link to click', withBody(`3 0 obj${annotation}endobj`)],
    ['with a link to click in a packed stream', withBody(packed({ 3: annotation }))],
    ['that opens at a page', opening('[3 0 R /FitH null]')],
    ['that opens at a page by an action', opening('<</S/GoTo/D[3 0 R/Fit]>>')],
    ['that opens at a named place', opening('(start)')],
    ['that opens the print dialog', opening('<</Type/Action/S/Named/N/Print>>')],
    ['that opens at a page by another object', opening('7 0 R', '7 0 obj<</S/GoTo/D[3 0 R/Fit]>>endobj')],
    ['whose action is missing', opening('77 0 R')],
    [
      'whose action is a page with a link to click',
      opening('3 0 R', `3 0 obj<</Type/Page/Annots[${annotation}]>>endobj`),
    ],
    ['with packed objects', withBody(packed({ 1: '<</Type/Catalog/Pages 2 0 R>>', 4: '<</Type/Font>>' }))],
    [
      'with an outline and a colour profile',
      withBody('4 0 obj<</First 5 0 R/Count 1>>endobj 5 0 obj<</N 3/Length 2>>stream\nab\nendstream endobj'),
    ],
    ['with an empty list of triggers', withBody('3 0 obj<</Type/Page/AA<<>>>>endobj')],
    [
      'with a predictor that does nothing',
      withBody(packed({ 4: '<<>>' }, { filter: '/Filter/FlateDecode/DecodeParms<</Predictor 1>>' })),
    ],
    ['that writes of it', withBody('3 0 obj<</Title(How to SubmitForm, GoToR and OpenAction)>>endobj')],
  ])('%s', (_, bytes) => expect(verdictOf(bytes)).toBe('accepted'));
});

test.each([
  ['obj ', 1_200_000],
  ['obj<<', 900_000],
  ['1 0 obj ', 600_000],
  ['1 0 obj<</First 1/N 1>>stream\n', 150_000],
  ['/AA ', 1_200_000],
  ['7 0 obj<</S/GoTo/Next[7 0 R 7 0 R 7 0 R 7 0 R]>>endobj/OpenAction 7 0 R ', 60_000],
  ['/OpenAction<<', 380_000],
  ['/AA 1 0 R 1 0 obj<</O 1 0 R>>', 170_000],
  ['% 1 %', 900_000],
  ['/#', 2_400_000],
  ['<</ObjStm(', 480_000],
])('a file full of %j has a verdict', (part, times) => {
  expect(typeof verdictOf(withBody(part.repeat(times)))).toBe('string');
});
