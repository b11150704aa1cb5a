/**
 * `npm run bench [-- small]`: what quality promises of speed, measured on this machine, as a table. `small` takes fewer
 * rows and shorter runs. Nothing here passes or fails: a figure is read beside its bar.
 */
import os from 'node:os';
import { listRows } from './lists.ts';
import { nodeRows } from './nodes.ts';
import { anonymousRows, signedInRows, startRows } from './pages.ts';
import { phoneRows } from './phone.ts';
import { openPlace } from './place.ts';
import { asMarkdown, markOf, type Row } from './rows.ts';
import { submitRows } from './submit.ts';

const isSmall = process.argv.includes('small');
const size = isSmall
  ? { seconds: 2, members: 10_000, lists: [10_000, 100_000] as const, requests: 100, submissions: 500 }
  : { seconds: 5, members: 100_000, lists: [10_000, 1_000_000] as const, requests: 300, submissions: 3_000 };

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const place = await openPlace();
const all: Row[] = [];
try {
  const parts: readonly (() => Promise<Row[]>)[] = [
    () => startRows(place),
    () => anonymousRows(place, size.seconds),
    () => submitRows(place, size.submissions),
    () => phoneRows(place),
    () => signedInRows(place, size.members, size.seconds * 4),
    () => nodeRows(place, size.seconds),
    () => listRows(place, size.lists, size.requests),
  ];
  for (const part of parts)
    for (const row of await part()) {
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
