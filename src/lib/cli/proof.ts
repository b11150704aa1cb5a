/** `proof:verify`: checks a proof file that a member has downloaded, and whether its site still continues it. Needs no database. */
import fs from 'node:fs';
import { checkProof, type ProofResult, proofSentence } from '../ledger/proof/rules.ts';
import { compareWithSite } from '../transparency-log/continuity.rules.ts';
import { isSignedBy, parseSuccession } from '../transparency-log/epochs/rules.ts';
import { parseVerifierLine, type Verifier } from '../transparency-log/note.rules.ts';
import type { Print } from './backup.ts';

const KEY = '--key';
const SITE = '--site';
const USAGE = `Name the file: npm run proof:verify -- FILE [${KEY} KEY] [${SITE} URL]`;
const TIMEOUT_MS = 10_000;
const ANSWER_BYTES_MAX = 1024 * 1024;

/** @returns whether the proof is right, and not known to be broken off. @throws Error with a sentence for the operator */
export async function verifyProof(
  args: readonly string[],
  fileOf: (name: string) => string,
  print: Print,
): Promise<boolean> {
  const [file, ...rest] = args;
  if (file === undefined || file.startsWith('-')) throw new Error(USAGE);
  const options = new Map<string, string>();
  for (let at = 0; at < rest.length; at += 2) {
    const [name = '', value] = rest.slice(at, at + 2);
    if ((name !== KEY && name !== SITE) || value === undefined || options.has(name)) throw new Error(USAGE);
    options.set(name, value);
  }
  const key = options.get(KEY);
  const site = options.get(SITE);
  if (site !== undefined && !URL.canParse(site)) throw new Error(USAGE);
  const text = fs.readFileSync(fileOf(file), 'utf8');
  const result = checkProof(text, key === undefined ? [] : [key]);
  if (!result.isValid) {
    print(`BAD ${file}: ${result.reason}`);
    return false;
  }
  for (const { position, kind, quantity, createdAt, hash } of result.entries)
    print(`ok entry ${position + 1}: ${kind} ${quantity} at ${createdAt}, ${hash}`);
  print(`ok ${file}: ${proofSentence(result)} The ledger is ${result.origin}.`);
  const lines = key === undefined ? (JSON.parse(text).data ?? JSON.parse(text)).keys : [key];
  const isContinued = await compare(result, { lines, site: site ?? addressOf(result.origin), file }, print);
  if (key === undefined)
    print(`note: checked with the key in the file. Compare it with the key of the site, or give it by ${KEY}.`);
  return isContinued;
}

/** The address of the site whose ledger has this name. */
function addressOf(origin: string): string {
  const host = origin.split('/')[0] ?? '';
  return `${/^(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(host) ? 'http' : 'https'}://${host}`;
}

/** @returns false if the site has another history than the proof */
async function compare(
  proof: ProofResult & { isValid: true },
  { lines, site, file }: { lines: readonly string[]; site: string; file: string },
  print: Print,
): Promise<boolean> {
  const read = async (path: string): Promise<string | null> => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const answer = await fetch(new URL(path, site), { redirect: 'error', signal }).catch(() => null);
    const text = answer?.ok ? await answer.text().catch(() => '') : '';
    return text === '' || text.length > ANSWER_BYTES_MAX ? null : text;
  };
  const given = lines.map((line) => parseVerifierLine(line)).filter((key) => key !== null);
  const keys = followKeys(given, (await read('/ledger/key/notes')) ?? '[]');
  const signed = await compareWithSite(proof, read, keys);
  const result = signed.state === 'unsigned' ? await compareWithSite(proof, read, null) : signed;
  if (signed.state === 'unsigned')
    print(
      `note: the newest checkpoint of ${site} is signed by another key. Did the company announce a change of its secret?`,
    );
  if (result.state === 'continued') {
    print(`ok ${site}: its newest checkpoint has ${result.size} entries and continues this proof`);
    return true;
  }
  if (result.state === 'broken') {
    print(
      `BAD ${file}: the site no longer continues this proof. Its ledger has ${result.size} entries now, and does not begin with the same`,
    );
    return false;
  }
  print(`note: not compared with the present checkpoint: no answer from ${site}. Name its address by ${SITE}.`);
  return true;
}

/** The keys that are trusted, and those that they say have followed them. @param notes as JSON, in their order */
function followKeys(trusted: readonly Verifier[], notes: string): Verifier[] {
  const keys = [...trusted];
  for (const note of listOf(notes)) {
    const succession = typeof note === 'string' && isSignedBy(note, keys) ? parseSuccession(note) : null;
    if (succession) keys.push(...succession.keys);
  }
  return keys;
}

/** Empty for what is not a JSON array. */
function listOf(text: string): unknown[] {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : [];
  } catch {
    return [];
  }
}
