import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GENESIS_HASH } from '@/lib/audit/chain.ts';
import { type AuditContent, canonicalAudit } from '@/lib/audit/rules.ts';
import { canonicalJson, type Jsonable } from '@/lib/core/canonical.ts';
import { canonicalEntry, type EntryContent, hasOwnHash, transactionHash } from '@/lib/ledger/rules.ts';
import { anchorsOf, noteState, originOf } from '@/lib/transparency-log/keys.rules.ts';
import {
  checkpointText,
  fromBase64,
  keyIdOf,
  parseCheckpoint,
  parseNote,
  signatureLine,
  signatureState,
  signNote,
  toBase64,
  verifierOf,
} from '@/lib/transparency-log/note.rules.ts';
import { edgeOf, leafHash, openTree, type Tile, tileBytes, tileHashes } from '@/lib/transparency-log/tree.rules.ts';

/** The leaves, and the roots of trees of 0 to 8 of them, that Certificate Transparency's implementations are tested with. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** RFC 6962, section 2.1, word for word. */
function rootByDefinition(leaves: readonly Uint8Array[]): Uint8Array {
  if (leaves.length === 1) return leaves[0] as Uint8Array;
  let split = 1;
  while (split * 2 < leaves.length) split *= 2;
  return sha256(
    concatBytes(Uint8Array.of(1), rootByDefinition(leaves.slice(0, split)), rootByDefinition(leaves.slice(split))),
  );
}

const leavesOf = (count: number): Uint8Array[] => Array.from({ length: count }, (_, i) => leafHash(`leaf ${i}`));

describe('the tree', () => {
  it('has the published roots', () => {
    const tree = openTree(0, [], () => {});
    expect(bytesToHex(tree.root())).toBe(ROOTS[0]);
    for (const [index, leaf] of LEAVES.entries()) {
      tree.append(leafHash(hexToBytes(leaf)));
      expect(bytesToHex(tree.root())).toBe(ROOTS[index + 1]);
    }
  });

  it('has the root of the definition at every size, also when it goes on from its stored tiles', () => {
    const leaves = leavesOf(1_000);
    const stored = new Map<string, Tile>();
    const keep = (tile: Tile) => stored.set(`${tile.level}/${tile.index}`, tile);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 6 }), (steps) => {
        stored.clear();
        let size = 0;
        for (const step of steps) {
          const edge = edgeOf(size).map(({ level, index }) => stored.get(`${level}/${index}`) as Tile);
          const tree = openTree(size, edge, keep);
          const next = Math.min(leaves.length, size + step);
          for (const leaf of leaves.slice(size, next)) tree.append(leaf);
          for (const tile of tree.edge()) keep(tile);
          size = next;
          expect(bytesToHex(tree.root())).toBe(bytesToHex(rootByDefinition(leaves.slice(0, size))));
        }
        const ofLeaves = [...stored.values()].filter((it) => it.level === 0).sort((a, b) => a.index - b.index);
        expect(ofLeaves.flatMap((it) => tileHashes(tileBytes(it.hashes))).map(bytesToHex)).toEqual(
          leaves.slice(0, size).map(bytesToHex),
        );
      }),
      { numRuns: 30 },
    );
  });

  it('has a second level of tiles from 256 leaves on, and refuses to go on without a tile', () => {
    const full: Tile[] = [];
    const tree = openTree(0, [], (tile) => full.push(tile));
    const leaves = leavesOf(65_537);
    for (const leaf of leaves) tree.append(leaf);
    expect(full.filter((it) => it.level === 1).map((it) => [it.index, it.hashes.length])).toEqual([[0, 256]]);
    expect(tree.edge().map((it) => [it.level, it.index, it.hashes.length])).toEqual([
      [0, 256, 1],
      [2, 0, 1],
    ]);
    expect(bytesToHex(tree.root())).toBe(bytesToHex(rootByDefinition(leaves)));
    expect(() => openTree(65_537, [], () => {})).toThrow('tile 0/256 is missing');
  });
});

describe('a signed note', () => {
  /** The example of Go's package golang.org/x/mod/sumdb/note, whose format C2SP has made a standard. */
  const GO_TEXT =
    'If you think cryptography is the answer to your problem,\n' + "then you don't know what your problem is.\n";
  const GO_NOTE = `${GO_TEXT}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;
  const GO_KEY = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';

  it('of Go verifies, and a changed one does not', () => {
    const [name = '', id] = GO_KEY.split('+');
    const bytes = fromBase64(GO_KEY.slice(`${name}+${id}+`.length));
    const key = { name, publicKey: (bytes as Uint8Array).subarray(1) };
    expect(keyIdOf(key)).toBe(id);
    const parsed = parseNote(GO_NOTE);
    expect(parsed?.text).toBe(GO_TEXT);
    expect(parsed && signatureState(parsed, key)).toBe('valid');
    const changed = parseNote(GO_NOTE.replace('answer', 'Answer'));
    expect(changed && signatureState(changed, key)).toBe('invalid');
    expect(parsed && signatureState(parsed, { ...key, name: 'Somebody' })).toBe('absent');
  });

  const seeds = [new Uint8Array(32).fill(7), new Uint8Array(32).fill(8)];
  const log = { kind: 'ledger' as const, scopeId: '0190f2b6-7c1a-4000-8000-000000000001' };
  const origin = originOf('sale.example.com', log);
  const tree = { ...log, size: 3, root: hexToBytes(ROOTS[3] as string) };
  const text = checkpointText({ origin, ...tree });
  const signed = (by: readonly Uint8Array[]) =>
    signNote(
      text,
      by.map((seed) => ({ name: origin, seed })),
    );

  it('of a checkpoint says which keys signed it', () => {
    expect(text).toBe(`${origin}\n3\n${toBase64(tree.root)}\n`);
    expect(noteState(signed(seeds), tree, seeds)).toBe('signed');
    expect(noteState(signed(seeds), tree, seeds.slice(0, 1))).toBe('signed');
    expect(noteState(signed(seeds.slice(1)), tree, seeds)).toBe('partly signed');
    expect(noteState(signed(seeds.slice(1)), tree, seeds.slice(0, 1))).toBe('unknown');
    expect(parseNote(signed(seeds))?.signatures.map((it) => it.keyId)).toEqual(
      seeds.map((seed) => keyIdOf(verifierOf({ name: origin, seed }))),
    );
    expect(parseCheckpoint(text)).toEqual({ origin, size: 3, root: tree.root });
    expect(anchorsOf(`Checkpoint of today:\r\n  ${text.replaceAll('\n', '\r\n  ')}Regards`)).toEqual([tree]);
  });

  it('of another tree, another log or with a wrong signature is wrong', () => {
    const note = signed(seeds);
    expect(noteState(note, { ...tree, size: 4 }, seeds)).toBe('wrong');
    expect(noteState(note, { ...tree, root: hexToBytes(ROOTS[4] as string) }, seeds)).toBe('wrong');
    expect(noteState(note, { ...tree, kind: 'audit' }, seeds)).toBe('wrong');
    expect(noteState(note.replace('sale.', 'sale2.'), tree, seeds)).not.toBe('signed');
    expect(noteState('', tree, seeds)).toBe('wrong');
    const last = note.at(-6) === 'A' ? 'B' : 'A';
    expect(noteState(`${note.slice(0, -6)}${last}${note.slice(-5)}`, tree, seeds)).toBe('wrong');
  });

  it('with a wrong signature next to the right one of the same key is wrong', () => {
    const note = signed(seeds.slice(0, 1));
    const [right] = parseNote(note)?.signatures ?? [];
    const forged = right && signatureLine({ ...right, signature: new Uint8Array(64).fill(1) });
    expect(noteState(`${note}${forged}`, tree, seeds.slice(0, 1))).toBe('wrong');
    expect(noteState(note, tree, seeds.slice(0, 1))).toBe('signed');
  });

  it('is refused when its form is not that of a note', () => {
    for (const bad of ['', 'x\n', 'x\n\n— a\n', 'x\n\n— a Zm9v\n', 'x\n\n— a+b AAAAAAAA\n', 'x\r\n\n— a AAAAAAAA\n'])
      expect([bad, parseNote(bad)]).toEqual([bad, null]);
    for (const bad of ['a\n-1\n', 'a\n01\n', 'a\n1\nAA==\n', '\n1\n', 'a\n1e3\n'])
      expect(parseCheckpoint(bad)).toBeNull();
    for (const bad of ['A', 'AA=', 'AB==', ' AA==', 'A_==']) expect([bad, fromBase64(bad)]).toEqual([bad, null]);
  });
});

const content: EntryContent = {
  companyId: '0190f2b6-7c1a-7000-8000-000000000001',
  userId: '0190f2b6-7c1a-7000-8000-000000000002',
  quantity: 4000n,
  kind: 'PURCHASE',
  sourceId: '0190f2b6-7c1a-7000-8000-000000000003',
  createdAt: '2026-11-21T10:05:00.123Z',
};

describe('an entry of the ledger', () => {
  it('of a chain keeps its published text and hash', () => {
    const entry = { ...content, seq: 1n, prevHash: GENESIS_HASH };
    expect(canonicalEntry(entry)).toBe(
      `["stock.1","0190f2b6-7c1a-7000-8000-000000000001","1","0190f2b6-7c1a-7000-8000-000000000002","4000","PURCHASE",` +
        `"0190f2b6-7c1a-7000-8000-000000000003","2026-11-21T10:05:00.123Z","${GENESIS_HASH}"]`,
    );
    const hash = '0xf773af2c655e735222b4b525b37dc106a00f05a51e8fbaf467aedd0ea7813388';
    expect(hasOwnHash({ ...entry, hash })).toBe(true);
    expect(hasOwnHash({ ...entry, quantity: 4001n, hash })).toBe(false);
  });

  it('has the hash of its leaf, which covers every field and nothing else', () => {
    const text =
      '["stock.2","0190f2b6-7c1a-7000-8000-000000000001","0190f2b6-7c1a-7000-8000-000000000002","4000","PURCHASE",' +
      '"0190f2b6-7c1a-7000-8000-000000000003","2026-11-21T10:05:00.123Z"]';
    expect(canonicalEntry(content)).toBe(text);
    const hash = `0x${bytesToHex(sha256(concatBytes(Uint8Array.of(0), new TextEncoder().encode(text))))}`;
    expect(transactionHash(content)).toBe(hash);
    const stored = { ...content, seq: 9n, prevHash: null, hash };
    expect(hasOwnHash(stored)).toBe(true);
    const edits: Partial<EntryContent & { prevHash: string }>[] = [
      { companyId: 'c2' },
      { userId: 'u2' },
      { quantity: 4001n },
      { quantity: -4000n },
      { kind: 'REWARD' },
      { sourceId: 'p2' },
      { createdAt: '2026-11-21T10:05:00.124Z' },
      { prevHash: GENESIS_HASH },
    ];
    for (const edit of edits) expect([edit, hasOwnHash({ ...stored, ...edit })]).toEqual([edit, false]);
  });
});

describe('an entry of the audit trail', () => {
  const base: AuditContent = {
    scopeId: 's',
    actorKind: 'admin',
    actorId: 'a',
    action: 'purchase.approve',
    subjectKind: 'purchase',
    subjectId: 'p',
    before: { status: 'PENDING' },
    after: { status: 'APPROVED', quantity: '4000' },
    createdAt: '2026-11-21T10:05:00.123Z',
  };

  it('of a chain keeps its published text', () => {
    expect(canonicalAudit({ ...base, seq: 7n, prevHash: GENESIS_HASH })).toBe(
      '["audit.1","s","7","admin","a","purchase.approve","purchase","p",{"status":"PENDING"},' +
        `{"quantity":"4000","status":"APPROVED"},"2026-11-21T10:05:00.123Z","${GENESIS_HASH}"]`,
    );
  });

  it('has a leaf with every field of it', () => {
    const text = canonicalAudit(base);
    expect(canonicalAudit({ ...base, after: { quantity: '4000', status: 'APPROVED' } })).toBe(text);
    const edits: Partial<AuditContent>[] = [
      { scopeId: 't' },
      { actorKind: 'super' },
      { actorId: null },
      { action: 'purchase.reject' },
      { subjectKind: 'user' },
      { subjectId: null },
      { before: null },
      { after: { status: 'APPROVED', quantity: '4001' } },
      { createdAt: '2026-11-21T10:05:00.124Z' },
    ];
    for (const edit of edits) expect([edit, canonicalAudit({ ...base, ...edit }) === text]).toEqual([edit, false]);
  });

  it('says in its leaf that the program did not write it', () => {
    const stored = { ...base, seq: 7n, prevHash: null, hash: null, isForeign: false };
    expect(canonicalAudit(stored)).toBe(canonicalAudit(base));
    expect(canonicalAudit({ ...stored, isForeign: true })).toBe(canonicalAudit(base).replace('audit.2', 'audit.4'));
  });
});

describe('canonicalJson', () => {
  const shuffled = (value: Jsonable): Jsonable => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([key, it]) => [key, shuffled(it)]),
    );
  };
  it('is the same for equal values, in any order of keys and after a round trip through JSON', () =>
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        const text = canonicalJson(value as Jsonable);
        expect(canonicalJson(shuffled(value as Jsonable))).toBe(text);
        expect(canonicalJson(JSON.parse(JSON.stringify(value)) as Jsonable)).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    ));
});
