/** Every rule of the house, and the files that they are for. */
import { citations, names, phrases } from './language.ts';
import { browserSafe, layers } from './layers.ts';
import { HOUSE_RULES } from './rules.ts';
import { fileNames, globalSymbols, longFunction, oneZod, relativeInLib, transactions } from './shape.ts';
import { type Breach, type Rule, readSources, type Source } from './sources.ts';

export const RULES: readonly Rule[] = [
  layers,
  browserSafe,
  ...HOUSE_RULES,
  fileNames,
  longFunction,
  transactions,
  globalSymbols,
  oneZod,
  relativeInLib,
  names,
  phrases,
  citations,
];

export function breachesIn(all: ReadonlyMap<string, Source>): Breach[] {
  return [...all.values()].flatMap((source) => RULES.flatMap((rule) => rule(source, all)));
}

/** What the rules look at: the program, its scripts, its tests and its documents. */
export function readProject(): Map<string, Source> {
  const documents = ['docs', 'README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'CHANGELOG.md'];
  const sources = readSources('.', ['src', 'scripts', 'tests', ...documents]);
  for (const file of sources.keys()) if (file.startsWith('tests/unit/fixtures/')) sources.delete(file);
  return sources;
}

export const shown = ({ rule, path, line, what }: Breach): string => `${path}:${line} ${rule}: ${what}`;
