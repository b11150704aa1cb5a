/**
 * `npm run licences`: writes docs/licences.md, the packages of the lock file by licence, from the lock file alone. A test
 * compares the page with the lock file.
 */
import fs from 'node:fs';

/** One line for each licence: `- **MIT** (2): a 1.0.0, b 2.1.0`. */
function byLicence(entries) {
  const names = new Map();
  for (const entry of entries) names.set(entry.licence, [...(names.get(entry.licence) ?? []), entry]);
  return [...names]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([licence, list]) => `- **${licence}** (${list.length}): ${list.map(({ text }) => text).join(', ')}`)
    .join('\n');
}

/**
 * @param packages the field `packages` of the lock file, version 3
 * @returns the page as Markdown: what the program is built from and runs with, then what only its tests and checks use
 */
export function licencesPage(packages) {
  const all = Object.entries(packages)
    .filter(([folder]) => folder !== '')
    .map(([folder, entry]) => ({
      isDev: Boolean(entry.dev),
      licence: entry.license ?? 'not stated in the package',
      text: `${entry.name ?? folder.replace(/^.*node_modules\//, '')} ${entry.version}`,
    }));
  const listed = (isDev) => {
    const texts = new Map(all.filter((entry) => entry.isDev === isDev).map((entry) => [entry.text, entry]));
    return [...texts.values()].sort((a, b) => (a.text < b.text ? -1 : 1));
  };
  const used = listed(false);
  const tests = listed(true);
  return `# Licences of the packages

Written by \`npm run licences\` from \`package-lock.json\`; the program's own licence is in [LICENSE](../LICENSE).
A test refuses a licence that would bind this program, and a page that is not that of the lock file.

## Packages that the program is built from and runs with (${used.length})

${byLicence(used)}

## Packages of tests and checks alone (${tests.length})

${byLicence(tests)}
`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  fs.writeFileSync('docs/licences.md', licencesPage(packages));
  process.stdout.write('docs/licences.md is written.\n');
}
