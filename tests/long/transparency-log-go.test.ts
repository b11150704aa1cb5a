/* Go's own packages for such logs accept our notes and proofs, and refuse changed ones. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bytesToHex } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canonicalEntry } from '@/lib/ledger/rules.ts';
import { originOf, signersOf, verifiersOf } from '@/lib/transparency-log/keys.rules.ts';
import { checkpointText, signNote, verifierLine } from '@/lib/transparency-log/note.rules.ts';
import { inclusionPath } from '@/lib/transparency-log/proof.rules.ts';
import { leafHash, openTree, type Tile } from '@/lib/transparency-log/tree.rules.ts';

/** Where Debian's golang-1.19 and golang-golang-x-mod-dev are. */
const GO = '/usr/lib/go-1.19/bin/go';
const PACKAGES = '/usr/share/gocode/src/golang.org/x/mod/sumdb';
const isInstalled = fs.existsSync(GO) && fs.existsSync(PACKAGES);
if (!isInstalled) process.stdout.write('skipped: golang-1.19 and golang-golang-x-mod-dev are not installed\n');

const PROGRAM = `package main

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type input struct {
	Key, Note, Leaf, Root string
	Size, Index           int64
	Path                  []string
}

func hash(text string) (h tlog.Hash) {
	bytes, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	copy(h[:], bytes)
	return
}

func main() {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		panic(err)
	}
	verifier, err := note.NewVerifier(in.Key)
	if err == nil {
		_, err = note.Open([]byte(in.Note), note.VerifierList(verifier))
	}
	fmt.Println("note", err == nil)
	var proof tlog.RecordProof
	for _, step := range in.Path {
		proof = append(proof, hash(step))
	}
	fmt.Println("record", tlog.CheckRecord(proof, in.Size, hash(in.Root), in.Index, tlog.RecordHash([]byte(in.Leaf))) == nil)
}
`;

const SIZE = 1_000;
/** The last leaf: its proof depends on the size. */
const INDEX = 999;
const companyId = '0190f2b6-7c1a-4000-8000-000000000001';
const leafAt = (i: number): string =>
  canonicalEntry({
    companyId,
    userId: companyId,
    quantity: BigInt(i + 1),
    kind: 'PURCHASE',
    sourceId: companyId,
    createdAt: '2026-11-21T10:05:00.123Z',
  });

function example() {
  const tiles = new Map<string, Tile>();
  const keep = (tile: Tile) => tiles.set(`${tile.level}/${tile.index}`, tile);
  const tree = openTree(0, [], keep);
  for (let i = 0; i < SIZE; i++) tree.append(leafHash(leafAt(i)));
  tree.edge().forEach(keep);
  const root = tree.root();
  const origin = originOf('sale.example.com', { kind: 'ledger', scopeId: companyId });
  const seeds = [new Uint8Array(32).fill(7)];
  return {
    Key: verifiersOf(origin, seeds).map(verifierLine)[0] ?? '',
    Note: signNote(checkpointText({ origin, size: SIZE, root }), signersOf(origin, seeds)),
    Leaf: leafAt(INDEX),
    Root: bytesToHex(root),
    Size: SIZE,
    Index: INDEX,
    Path: inclusionPath(INDEX, SIZE, (level, index) => tiles.get(`${level}/${index}`)?.hashes ?? []).map(bytesToHex),
  };
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'go-'));
const program = path.join(folder, 'verify');
beforeAll(() => {
  if (!isInstalled) return;
  fs.writeFileSync(`${program}.go`, PROGRAM);
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    GOPATH: '/usr/share/gocode',
    GO111MODULE: 'off',
    GOCACHE: folder,
  };
  execFileSync(GO, ['build', '-o', program, `${program}.go`], { env });
}, 300_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

const verdictOf = (input: object): string[] =>
  execFileSync(program, { input: JSON.stringify(input), encoding: 'utf8' })
    .trim()
    .split('\n');

test.runIf(isInstalled)('Go accepts a note and a proof, and refuses a changed unit, size or text', () => {
  const given = example();
  expect(verdictOf(given)).toEqual(['note true', 'record true']);
  expect(verdictOf({ ...given, Leaf: leafAt(INDEX + 1) })).toEqual(['note true', 'record false']);
  expect(verdictOf({ ...given, Size: SIZE + 24 })).toEqual(['note true', 'record false']);
  expect(verdictOf({ ...given, Index: INDEX - 1 })).toEqual(['note true', 'record false']);
  expect(verdictOf({ ...given, Note: given.Note.replace('\n1000\n', '\n1001\n') })).toEqual([
    'note false',
    'record true',
  ]);
});
