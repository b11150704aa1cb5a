/**
 * `npm run bench [-- small] [PART…]`: what quality promises of speed, measured on this machine, as a table. `small` takes
 * fewer rows and shorter runs; parts are named below. Nothing here passes or fails: a figure is read beside its bar.
 */
import './alias.ts';
import os from 'node:os';
import { listRows } from './lists.ts';
import { renderRows } from './next.ts';
import { nodeRows } from './nodes.ts';
import { anonymousRows, signedInRows, startRows } from './pages.ts';
import { phoneRows } from './phone.ts';
import { openPlace } from './place.ts';
import { asMarkdown, markOf, type Row } from './rows.ts';
import { submitRows } from './submit.ts';

const isSmall = process.argv.includes('small');
const size = isSmall
  ? { seconds: 2, members: 10_000, lists: [10_000, 100_000] as const, requests: 100, submissions: 500, backup: 10_000 }
  : {
      seconds: 5,
      members: 100_000,
      lists: [10_000, 1_000_000] as const,
      requests: 200,
      submissions: 3_000,
      backup: 100_000,
    };

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const place = await openPlace();
const all: Row[] = [];
try {
  const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
    start: () => startRows(place),
    anonymous: () => anonymousRows(place, size.seconds),
    submit: () => submitRows(place, size.submissions),
    phone: () => phoneRows(place),
    render: () => renderRows(place, size.seconds),
    pages: () => signedInRows(place, size.members, size.seconds * 4),
    nodes: () => nodeRows(place, size.seconds),
    backup: async () => (await import('./backup.ts')).backupRows(place, size.backup),
    lists: () => listRows(place, size.lists, size.requests),
  };
  const wanted = Object.keys(parts).filter((name) => process.argv.includes(name));
  for (const name of wanted.length > 0 ? wanted : Object.keys(parts))
    for (const row of (await parts[name]?.()) ?? []) {
      all.push(row);
      say(`${markOf(row).padEnd(7)}${row.what}: ${row.figure} (bar ${row.bar}; ${row.peer})`);
    }
} finally {
  await place.close();
}
const [cpu] = os.cpus();
say(
  `\n${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.platform()} ${os.release()}, Node ${process.version}\n`,
);
say(asMarkdown(all));
