/** The addresses of witnesses, what is sent to them, and which of their answers count. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signNote } from '@/lib/transparency-log/note.rules.ts';
import { conflictSize, cosignaturesIn, parseWitness, submission } from '@/lib/transparency-log/witnesses/rules.ts';
import { witnessesOf } from '@/lib/transparency-log/witnesses/service.ts';

const NAME = 'witness.example/w1';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const RAW = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
const keyLine = (type: number, name = NAME): string => {
  const bytes = Buffer.concat([Buffer.of(type), RAW]);
  const id = createHash('sha256').update(`${name}\n`).update(bytes).digest('hex').slice(0, 8);
  return `${name}+${id}+${bytes.toString('base64')}`;
};
const KEY = keyLine(4);
const TEXT = 'sale.example.com/ledger/1\n12\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n';
const NOTE = signNote(TEXT, [{ name: 'sale.example.com/ledger/1', seed: new Uint8Array(32).fill(7) }]);

describe('the address of a witness', () => {
  test.each([
    [`https://w.example/log#${KEY}`, 'https://w.example/log'],
    [`https://w.example/#${KEY}`, 'https://w.example'],
    [`http://127.0.0.1:8080/log/#${KEY}`, 'http://127.0.0.1:8080/log'],
  ])('%s', (text, url) => {
    expect(parseWitness(text)).toMatchObject({ url, key: { name: NAME } });
  });
  test.each([
    'https://w.example/log',
    `http://w.example/log#${KEY}`,
    `ftp://w.example/log#${KEY}`,
    `https://w.example/log?a=1#${KEY}`,
    `https://user@w.example/log#${KEY}`,
    `https://w.example/log#${keyLine(1)}`,
    `https://w.example/log#${KEY.replace('w1', 'w2')}`,
    KEY,
    '',
  ])('not %j', (text) => {
    expect(parseWitness(text)).toBeNull();
  });
  test('a wrong one is named', () => {
    expect(() => witnessesOf([`https://w.example#${KEY}`, 'https://w.example'])).toThrow(
      "WITNESS_URLS: 'https://w.example'",
    );
  });
});

/** A cosignature as C2SP tlog-cosignature defines it. */
function cosigned(text: string, { name = NAME, seconds = 1_679_315_147n, type = 4 } = {}): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(seconds);
  const id = Buffer.from(keyLine(type, name).split('+')[1] ?? '', 'hex');
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey);
  return `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
}

describe('an answer', () => {
  const witness = parseWitness(`https://w.example#${KEY}`);
  if (!witness) throw new Error('the witness of the test is one');
  test('the submission has the old size, the proof and the note', () => {
    expect(submission(3, ['aaaa', 'bbbb'], NOTE)).toBe(`old 3\naaaa\nbbbb\n\n${NOTE}`);
    expect(submission(0, [], NOTE)).toBe(`old 0\n\n${NOTE}`);
  });
  test('a valid cosignature is taken without a change', () => {
    expect(cosignaturesIn(cosigned(TEXT), NOTE, witness)).toBe(cosigned(TEXT));
  });
  test('only its own of several', () => {
    const other = cosigned(TEXT, { name: 'other.example/w' });
    expect(cosignaturesIn(other + cosigned(TEXT), NOTE, witness)).toBe(cosigned(TEXT));
    expect(cosignaturesIn(other, NOTE, witness)).toBeNull();
  });
  test.each([
    ['of another checkpoint', cosigned(TEXT.replace('12', '13'))],
    ['with the key id of a note', cosigned(TEXT, { type: 1 })],
    ['cut', `${cosigned(TEXT).slice(0, -6)}\n`],
    ['without a line feed', cosigned(TEXT).trimEnd()],
    ['empty', ''],
    ['a page', '<html></html>\n'],
  ])('not one that is %s', (_, answer) => {
    expect(cosignaturesIn(answer, NOTE, witness)).toBeNull();
  });
  test.each([
    ['0\n', 0],
    ['20852014\n', 20_852_014],
    ['12', 12],
    ['012\n', null],
    ['', null],
    ['-1\n', null],
    ['99999999999999999\n', null],
  ])('the size in a conflict %j', (body, size) => {
    expect(conflictSize(body)).toBe(size);
  });
});
