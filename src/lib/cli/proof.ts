/** `proof:verify`: checks a proof file that a member has downloaded. Needs no database and no server. */
import fs from 'node:fs';
import { checkProof, proofSentence } from '../ledger/proof/rules.ts';
import type { Print } from './backup.ts';

const KEY = '--key';
const USAGE = `Name the file: npm run proof:verify -- FILE [${KEY} KEY]`;

/** @returns whether the proof is right. @throws Error with a sentence for the operator */
export async function verifyProof(
  args: readonly string[],
  fileOf: (name: string) => string,
  print: Print,
): Promise<boolean> {
  const [file, option, key, ...more] = args;
  if (file === undefined || file.startsWith('-') || more.length > 0) throw new Error(USAGE);
  if (option !== undefined && (option !== KEY || key === undefined)) throw new Error(USAGE);
  const text = fs.readFileSync(fileOf(file), 'utf8');
  const result = checkProof(text, key === undefined ? [] : [key]);
  if (!result.isValid) {
    print(`BAD ${file}: ${result.reason}`);
    return false;
  }
  for (const { position, kind, quantity, createdAt, hash } of result.entries)
    print(`ok entry ${position + 1}: ${kind} ${quantity} at ${createdAt}, ${hash}`);
  print(`ok ${file}: ${proofSentence(result)} The ledger is ${result.origin}.`);
  if (key === undefined)
    print(`note: checked with the key in the file. Compare it with the key of the site, or give it by ${KEY}.`);
  return true;
}
