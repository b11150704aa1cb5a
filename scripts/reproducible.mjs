/**
 * Makes two builds of one commit byte-identical, in whatever folder and environment they are made: Astro writes the folder of the
 * project into pages and manifest, lists public files in the order in which the disk answers, makes a key for server islands, and
 * writes environment variables into the program.
 */
import fs from 'node:fs';
import path from 'node:path';

/** Takes the folder of the project out of what is built for the server, before names of files are made from their contents. */
export function withoutFolder(root) {
  return {
    name: 'launchbook-without-folder',
    applyToEnvironment: ({ name }) => name === 'ssr',
    renderChunk: (code) => (code.includes(root) ? code.replaceAll(root, '') : null),
  };
}

const NEEDED = ['PATH', 'HOME', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'];

/**
 * Takes from the process what a build does not need. Astro writes into the program each environment variable whose name appears
 * anywhere in a module that reads `import.meta.env`: with `CI=1` set, the build would be another one, and a secret could be in it.
 */
export function clearEnvironment() {
  for (const name of Object.keys(process.env)) if (!NEEDED.includes(name)) delete process.env[name];
  process.env.NODE_ENV = 'production';
}

const only = (code, pattern) => {
  const [one, ...more] = code.match(pattern) ?? [];
  if (one === undefined || more.length > 0) throw new Error(`Astro writes its manifest in another way: ${pattern}`);
  return one;
};

/**
 * The manifest in `entry.mjs`: paths without the folder of the project, the list of files in order, and a key of zeros, because
 * no page has a server island (a test says so): nothing is ever encrypted with it.
 */
export function settleManifest(server, root) {
  const file = path.join(server, 'entry.mjs');
  const code = fs.readFileSync(file, 'utf8').replaceAll(root, '');
  const assets = only(code, /"assets":\[[^\]]*\]/g);
  const sorted = JSON.stringify(JSON.parse(assets.slice('"assets":'.length)).sort());
  const key = only(code, /"key":"[A-Za-z0-9+/]{43}="/g);
  const settled = code
    .replace(assets, () => `"assets":${sorted}`)
    .replace(key, () => `"key":"${Buffer.alloc(32).toString('base64')}"`);
  fs.writeFileSync(file, settled);
}
