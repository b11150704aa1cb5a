/** The scripts that each script of the client build imports, directly or not, so that a page can name them all. */
import fs from 'node:fs';
import path from 'node:path';

/** Under its address, the addresses of what a script imports, the largest first. */
const importsOf = {};

/** Reads the imports while Vite writes the scripts for browsers. */
export function islandScripts() {
  return {
    name: 'launchbook-island-scripts',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_, bundle) {
      for (const { fileName, isEntry } of Object.values(bundle)) {
        if (!isEntry) continue;
        const imported = new Set();
        const add = (name) => {
          for (const next of bundle[name]?.imports ?? []) if (!imported.has(next) && imported.add(next)) add(next);
        };
        add(fileName);
        const bytesOf = (name) => bundle[name]?.code?.length ?? 0;
        const largestFirst = [...imported].sort((a, b) => bytesOf(b) - bytesOf(a));
        importsOf[`/${fileName}`] = largestFirst.map((name) => `/${name}`);
      }
    },
  };
}

/** Writes them where `src/lib/http/island-scripts.ts` reads them. */
export function writeIslandScripts(folder) {
  fs.writeFileSync(path.join(folder, 'island-scripts.json'), JSON.stringify(importsOf));
}
