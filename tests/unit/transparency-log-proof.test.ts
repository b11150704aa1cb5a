import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { checkProof, type ProofBundle, proofSentence, statementText } from '@/lib/ledger/proof/rules.ts';
import { canonicalEntry, transactionHash } from '@/lib/ledger/rules.ts';
import { originOf, signersOf, verifiersOf } from '@/lib/transparency-log/keys.rules.ts';
import { checkpointText, parseVerifierLine, signNote, verifierLine } from '@/lib/transparency-log/note.rules.ts';
import { inclusionPath, parseProof, placesOf, proofText, rootOfPath } from '@/lib/transparency-log/proof.rules.ts';
import { tileAddress } from '@/lib/transparency-log/publishing/rules.ts';
import { leafHash, openTree, type Tile } from '@/lib/transparency-log/tree.rules.ts';

/** A tree with all its tiles. */
function grown(leaves: readonly Uint8Array[]) {
  const tiles = new Map<string, Tile>();
  const tree = openTree(0, [], (tile) => tiles.set(`${tile.level}/${tile.index}`, tile));
  for (const leaf of leaves) tree.append(leaf);
  for (const tile of tree.edge()) tiles.set(`${tile.level}/${tile.index}`, tile);
  return {
    root: tree.root(),
    tiles,
    tileAt: (level: number, index: number) => tiles.get(`${level}/${index}`)?.hashes ?? [],
  };
}

describe('an inclusion proof', () => {
  const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
  /** Leaf and size, and the proof that Certificate Transparency's implementations are tested with. */
  const VECTORS: [number, number, string[]][] = [
    [0, 1, []],
    [
      0,
      8,
      [
        '96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        '6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4',
      ],
    ],
    [
      5,
      8,
      [
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
        'ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0',
        'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      ],
    ],
    [2, 3, ['fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125']],
    [
      1,
      5,
      [
        '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
        '5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e',
        'bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b',
      ],
    ],
  ];

  it('is the published one', () => {
    for (const [index, size, path] of VECTORS) {
      const { tileAt } = grown(LEAVES.slice(0, size).map((leaf) => leafHash(hexToBytes(leaf))));
      expect(inclusionPath(index, size, tileAt).map(bytesToHex)).toEqual(path);
    }
  });

  it('leads to the root for each leaf of trees of all sizes, from the tiles that it names', () => {
    const leaves = Array.from({ length: 66_000 }, (_, i) => leafHash(`leaf ${i}`));
    for (const size of [1, 2, 3, 7, 255, 256, 257, 511, 513, 1_000, 65_535, 65_536, 65_537, 66_000]) {
      const { root, tiles } = grown(leaves.slice(0, size));
      const some = [0, 1, 2, 254, 255, 256, 300, 65_535, 65_536, size - 2, size - 1];
      for (const index of new Set(some.filter((it) => it >= 0 && it < size))) {
        const named = new Set(placesOf(index, size).map((it) => `${it.level}/${it.index}`));
        const path = inclusionPath(index, size, (level, at) => {
          expect([...named]).toContain(`${level}/${at}`);
          return tiles.get(`${level}/${at}`)?.hashes ?? [];
        });
        const hex = (to: Uint8Array | null) => to && bytesToHex(to);
        const leaf = leaves[index] as Uint8Array;
        expect([size, index, hex(rootOfPath(leaf, index, size, path))]).toEqual([size, index, bytesToHex(root)]);
        expect(hex(rootOfPath(leafHash('another'), index, size, path))).not.toBe(bytesToHex(root));
        expect(rootOfPath(leaf, index, size, [...path, leaf])).toBeNull();
        if (path.length > 0) expect(rootOfPath(leaf, index, size, path.slice(1))).toBeNull();
        if (size > 1) expect(hex(rootOfPath(leaf, index === 0 ? 1 : index - 1, size, path))).not.toBe(bytesToHex(root));
      }
    }
    expect(rootOfPath(leaves[0] as Uint8Array, 1, 1, [])).toBeNull();
  });

  it('has the format of C2SP tlog-proof', () => {
    const path = [leafHash('a'), leafHash('b')];
    const text = proofText({ index: 7, path, note: 'x\n1\n\n\n— x AAAA\n' });
    expect(text.split('\n').slice(0, 2)).toEqual(['c2sp.org/tlog-proof@v1', 'index 7']);
    expect(parseProof(text)).toEqual({ index: 7, path, note: 'x\n1\n\n\n— x AAAA\n' });
    expect(parseProof(text.replace('index', 'extra AAAA\nindex'))?.index).toBe(7);
    for (const bad of [
      text.replace('@v1', '@v2'),
      text.replace('index 7', 'index 07'),
      text.replace('\n\n', '\n?\n\n'),
      '',
    ])
      expect(parseProof(bad)).toBeNull();
  });
});

describe('the path of a tile', () => {
  it('names level, index and width', () => {
    expect(tileAddress('0/000')).toEqual({ level: 0, index: 0, width: 256 });
    expect(tileAddress('1/x001/x234/067')).toEqual({ level: 1, index: 1_234_067, width: 256 });
    expect(tileAddress('0/x001/000.p/17')).toEqual({ level: 0, index: 1_000, width: 17 });
  });
  it('has one form', () => {
    for (const path of [
      '',
      '0',
      '0/0',
      '0/0000',
      '0/x000/001',
      '0/001.p/0',
      '0/001.p/256',
      '0/001.p/017',
      '9/000',
      '-1/000',
      '0/001/',
      '0/../000',
      'entries/000',
      '0/x001',
    ])
      expect([path, tileAddress(path)]).toEqual([path, null]);
  });
});

describe('a proof file', () => {
  const companyId = '0190f2b6-7c1a-4000-8000-000000000001';
  const own = '0190f2b6-7c1a-4000-8000-000000000002';
  const other = '0190f2b6-7c1a-4000-8000-000000000003';
  const seeds = [new Uint8Array(32).fill(7)];
  const origin = originOf('sale.example.com', { kind: 'ledger', scopeId: companyId });
  const contents = [own, other, own, other, own].map((userId, i) => ({
    companyId,
    userId,
    quantity: i === 4 ? -100n : 1_000n,
    kind: i === 4 ? ('ADJUSTMENT' as const) : ('PURCHASE' as const),
    sourceId: companyId,
    createdAt: `2026-11-21T10:05:00.00${i}Z`,
  }));
  const leaves = contents.map(canonicalEntry);
  const { root, tileAt } = grown(leaves.map(leafHash));
  const size = leaves.length;
  const sign = (text: string, by = seeds) => signNote(text, signersOf(origin, by));
  const note = sign(checkpointText({ origin, size, root }));
  const keys = verifiersOf(origin, seeds).map(verifierLine);
  const statement = {
    origin,
    size,
    root,
    userId: own,
    positions: [0, 2, 4],
    balance: 1_900n,
    sealedAt: '2026-11-22T20:00:00.000Z',
  };
  const entryAt = (index: number, at = note) => ({
    leaf: leaves[index] ?? '',
    proof: proofText({ index, path: inclusionPath(index, size, tileAt), note: at }),
  });
  const bundle: ProofBundle = {
    symbol: 'COWL',
    keys,
    statement: sign(statementText(statement)),
    entries: statement.positions.map((index) => entryAt(index)),
  };
  const reasonOf = (changed: Partial<ProofBundle>, trusted: readonly string[] = keys): string | null => {
    const result = checkProof(JSON.stringify({ ...bundle, ...changed }), trusted);
    return result.isValid ? null : result.reason;
  };

  it('says what the member owns', () => {
    for (const text of [JSON.stringify(bundle), JSON.stringify({ status: true, data: bundle })]) {
      const result = checkProof(text, keys);
      expect(result).toMatchObject({ isValid: true, balance: 1_900n, size: 5, userId: own, origin });
      expect(result.isValid && result.entries.map((it) => it.hash)).toEqual(
        [0, 2, 4].map((i) => transactionHash(contents[i] as (typeof contents)[number])),
      );
    }
    const result = checkProof(JSON.stringify(bundle), keys);
    // After midnight in India.
    expect(result.isValid && proofSentence(result)).toBe(
      'You own 1,900 COWL in 3 entries, included in checkpoint 5 of 23 November 2026.',
    );
    expect(result.isValid && proofSentence({ ...result, balance: 0n, entries: [] })).toBe(
      'You have no entries and own 0 COWL, as of checkpoint 5 of 23 November 2026.',
    );
    expect(reasonOf({}, [])).toBeNull();
    expect(
      reasonOf({ statement: sign(statementText({ ...statement, positions: [], balance: 0n })), entries: [] }),
    ).toBeNull();
  });

  const edited = (index: number, change: (leaf: string) => string) =>
    bundle.entries.map((entry, i) => (i === index ? { ...entry, leaf: change(entry.leaf) } : entry));
  it.each<[string, Partial<ProofBundle>, string]>([
    [
      'one unit more',
      { entries: edited(1, (leaf) => leaf.replace('"1000"', '"1001"')) },
      'Entry 2: it is not in the ledger, or was changed.',
    ],
    [
      'an entry left out',
      { entries: bundle.entries.slice(0, 2) },
      'The statement lists 3 entries, but the file has 2.',
    ],
    [
      'an entry twice',
      { entries: [entryAt(0), entryAt(0), entryAt(4)] },
      'Entry 2: it is not the one that the statement lists.',
    ],
    [
      "another member's entry",
      { entries: [entryAt(0), entryAt(1), entryAt(4)] },
      'Entry 2: it is not the one that the statement lists.',
    ],
    [
      'a changed statement',
      { statement: bundle.statement.replace('\n1900\n', '\n2900\n') },
      'The statement was changed: its signature is wrong.',
    ],
    [
      'a statement by another key',
      { statement: sign(statementText(statement), [new Uint8Array(32).fill(9)]) },
      'The statement is not signed by the key',
    ],
    [
      'a signed statement with another sum',
      { statement: sign(statementText({ ...statement, balance: 2_000n })) },
      'The entries add up to 1900, but the statement says 2000.',
    ],
    [
      'a signed statement for another member',
      { statement: sign(statementText({ ...statement, userId: other })) },
      'Entry 1: it belongs to somebody else.',
    ],
    [
      'a checkpoint of another size',
      { entries: [entryAt(0, sign(checkpointText({ origin, size: 6, root }))), entryAt(2), entryAt(4)] },
      'Entry 1: its checkpoint is not the one of the statement.',
    ],
    ['a checkpoint in place of the statement', { statement: note }, 'The statement is damaged.'],
    ['no statement', { statement: '' }, 'The statement is damaged.'],
  ])('with %s is refused', (_, changed, reason) => {
    expect(reasonOf(changed)).toContain(reason);
  });

  it('of another ledger, or of another form, is refused', () => {
    const foreign = verifiersOf(origin.replace('sale', 'other'), seeds).map(verifierLine);
    expect(reasonOf({}, foreign)).toContain('is not signed by the key');
    expect(reasonOf({}, ['nonsense'])).toContain('no public key');
    for (const text of [
      '',
      '{}',
      '[]',
      'null',
      '{"data":{}}',
      '{"symbol":"x","statement":"x","keys":[],"entries":[1]}',
    ])
      expect(checkProof(text, keys).isValid).toBe(false);
    for (const line of [...keys, keys[0]?.replace('+', '++') ?? '', 'x'])
      expect(parseVerifierLine(line) === null).toBe(!keys.includes(line));
  });
});
