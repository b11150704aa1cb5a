/** The scripts that a page loads without an interaction. */
import fs from 'node:fs';
import path from 'node:path';

let importsOf: Readonly<Record<string, readonly string[]>> = {};

/** Reads what the build wrote into the folder of the server (scripts/island-scripts.mjs). */
export function readIslandScripts(folder: string): void {
  importsOf = JSON.parse(fs.readFileSync(path.join(folder, 'island-scripts.json'), 'utf8'));
}

const ISLAND =
  /<astro-island [^>]*?component-url="([^"]+)"[^>]*?renderer-url="([^"]+)"[^>]*?client="(load|soon|idle)"/g;

/**
 * The addresses of the scripts of all islands in the HTML that hydrate without being seen, and of what these import. A
 * browser that has to find them one behind the other waits for the network three times. React comes first: it is most of
 * the bytes, and the small ones fit next to it. Islands that wait for an idle browser come last: named nowhere, they would
 * be fetched before what is named here.
 */
export function scriptsOfIslands(html: string): string[] {
  const islands = [...html.matchAll(ISLAND)].sort(
    ([, , , a], [, , , b]) => Number(a === 'idle') - Number(b === 'idle'),
  );
  const entries = islands.flatMap(([, component = '', renderer = '']) => [renderer, component]);
  return [...new Set(entries.flatMap((entry) => [...(importsOf[entry] ?? []), entry]))];
}
