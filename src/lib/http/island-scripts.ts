/** The scripts that a page loads without an interaction. */
import fs from 'node:fs';
import path from 'node:path';

let importsOf: Readonly<Record<string, readonly string[]>> = {};

/** Reads what the build wrote into the folder of the server (scripts/island-scripts.mjs). */
export function readIslandScripts(folder: string): void {
  importsOf = JSON.parse(fs.readFileSync(path.join(folder, 'island-scripts.json'), 'utf8'));
}

const ISLAND = /<astro-island [^>]*?component-url="([^"]+)"[^>]*?renderer-url="([^"]+)"[^>]*?client="(?:load|soon)"/g;

/**
 * The addresses of the scripts of all islands in the HTML that hydrate without being seen, and of what these import. A
 * browser that has to find them one behind the other waits for the network three times.
 */
export function scriptsOfIslands(html: string): string[] {
  const entries = [...html.matchAll(ISLAND)].flatMap(([, component = '', renderer = '']) => [component, renderer]);
  return [...new Set(entries.flatMap((entry) => [entry, ...(importsOf[entry] ?? [])]))];
}
