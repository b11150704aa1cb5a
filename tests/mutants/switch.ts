/**
 * One build with all mutants: building for each would take a minute each. Each module with mutants is built in all its variants,
 * and the program chooses when it starts, by the name in a file.
 */
import fs from 'node:fs';
import path from 'node:path';
import { type Mutant, mutate } from './mutant.ts';

const EXPORTED = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
const EXPORTED_AGAIN = /^export \{([^}]+)\}/gm;

/** The names of the values that a module exports, as this project writes exports. */
function exportsOf(source: string): string[] {
  const declared = [...source.matchAll(EXPORTED)].map((match) => match[1] ?? '');
  const listed = [...source.matchAll(EXPORTED_AGAIN)].flatMap((match) => (match[1] ?? '').split(','));
  const values = listed.map((name) => name.trim()).filter((name) => name !== '' && !name.startsWith('type '));
  // A function with several signatures is declared several times.
  return [...new Set([...declared, ...values])];
}

const chosenName = (file: string): string =>
  `import fs from 'node:fs';\nconst name = fs.existsSync(${JSON.stringify(file)}) ? fs.readFileSync(${JSON.stringify(file)}, 'utf8') : '';\n`;

function moduleSwitch(id: string, mutants: readonly Mutant[], chosenFile: string): string {
  const variants = mutants.map(({ name }) => `import * as ${identifier(name)} from '${id}?mutant=${name}';`);
  const choices = mutants.map(({ name }) => `'${name}': ${identifier(name)}`);
  const names = exportsOf(fs.readFileSync(id, 'utf8'));
  return [
    `import * as original from '${id}?mutant=none';`,
    ...variants,
    chosenName(chosenFile),
    `const chosen = { ${choices.join(', ')} }[name] ?? original;`,
    ...names.map((name) => `export const ${name} = chosen.${name};`),
  ].join('\n');
}

const identifier = (name: string): string => `mutant_${name.replaceAll('-', '_')}`;

function textSwitch(source: string, mutants: readonly Mutant[], chosenFile: string): string {
  const variants = mutants.map((mutant) => `'${mutant.name}': ${JSON.stringify(mutate(source, mutant))}`);
  return `${chosenName(chosenFile)}export default { ${variants.join(', ')} }[name] ?? ${JSON.stringify(source)};`;
}

/**
 * A plugin for Vite. Only the server's modules have variants: browsers get the original.
 * @param chosenFile has the name of the mutant that the program runs with; none for the original
 */
export function mutantSwitch(root: string, mutants: readonly Mutant[], chosenFile: string) {
  const byFile = Map.groupBy(mutants, ({ file }) => path.join(root, file));
  return {
    name: 'launchbook-mutants',
    enforce: 'pre' as const,
    applyToEnvironment: ({ name }: { name: string }) => name === 'ssr',
    load(id: string): string | null {
      const [file = '', query] = id.split('?');
      const own = byFile.get(file);
      if (!own) return null;
      const source = fs.readFileSync(file, 'utf8');
      if (query === 'raw') return textSwitch(source, own, chosenFile);
      if (query === undefined) return moduleSwitch(file, own, chosenFile);
      const mutant = own.find(({ name }) => query === `mutant=${name}`);
      return mutant ? mutate(source, mutant) : source;
    },
  };
}
