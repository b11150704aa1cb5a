/**
 * `npm run bench [-- small] [PART…]`: measures the promised speed on this machine and prints a table. `small` uses fewer rows and
 * shorter runs; the parts are named below. `only=PATTERN` runs the attacks whose name it matches. Nothing passes or fails: the table shows each figure next to its target.
 */
import './alias.ts';
import os from 'node:os';
import { attackRows } from './attack.ts';
import { openBench } from './bench.ts';
import { burstRows } from './burst.ts';
import { listRows } from './lists.ts';
import { mailRows } from './mail.ts';
import { matchingRows } from './matching.ts';
import { renderRows } from './next.ts';
import { nodeRows } from './nodes.ts';
import { packRows } from './pack.ts';
import { anonymousRows, signedInRows, startRows } from './pages.ts';
import { phoneRows } from './phone.ts';
import { asMarkdown, markOf, type Row } from './rows.ts';
import { heapRows } from './soak/heap.ts';
import { soakRows } from './soak/soak.ts';
import { statementRows } from './statement.ts';
import { submitRows } from './submit.ts';
import { webhookRows } from './webhooks.ts';

/** What follows a prefix among the arguments. */
const textAfter = (prefix: string): string =>
  process.argv.find((word) => word.startsWith(prefix))?.slice(prefix.length) ?? '';

const isSmall = process.argv.includes('small');
const size = isSmall
  ? {
      seconds: 2,
      members: 10_000,
      lists: [10_000, 100_000] as const,
      requests: 100,
      submissions: 500,
      backup: 10_000,
      claims: 10_000,
      mails: 1_000,
      holders: 10_000,
      attackSeconds: 15,
      burst: { visitors: 2_000, buyers: 200, seconds: 30 },
      soakMinutes: 6,
      heapVisits: 300,
    }
  : {
      seconds: 5,
      members: 100_000,
      lists: [10_000, 1_000_000] as const,
      requests: 200,
      submissions: 3_000,
      backup: 100_000,
      claims: 100_000,
      mails: 10_000,
      holders: 100_000,
      attackSeconds: 60,
      burst: { visitors: 20_000, buyers: 2_000, seconds: 300 },
      soakMinutes: 120,
      heapVisits: 1_000,
    };

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const bench = await openBench();
const all: Row[] = [];
try {
  const parts: Readonly<Record<string, () => Promise<Row[]>>> = {
    start: () => startRows(bench),
    anonymous: () => anonymousRows(bench, size.seconds),
    submit: () => submitRows(bench, size.submissions),
    phone: () => phoneRows(bench),
    render: () => renderRows(bench, size.seconds),
    pages: () => signedInRows(bench, size.members, size.seconds * 4),
    nodes: () => nodeRows(bench, size.seconds),
    backup: async () => (await import('./backup.ts')).backupRows(bench, size.backup),
    attack: () => attackRows(bench, size.attackSeconds, textAfter('only=')),
    burst: () => burstRows(bench, size.burst),
    soak: () => soakRows(bench, size.soakMinutes, say),
    heap: () => heapRows(bench, size.heapVisits, say),
    mail: () => mailRows(bench, size.mails),
    webhooks: () => webhookRows(bench, size.seconds * 4),
    matching: async () => matchingRows(),
    statement: () => statementRows(bench, 10_000, size.claims),
    pack: () => packRows(bench, size.holders),
    lists: () => listRows(bench, size.lists, size.requests),
  };
  const wanted = Object.keys(parts).filter((name) => process.argv.includes(name));
  // These take long: they run only by their names.
  const usual = Object.keys(parts).filter((name) => name !== 'soak' && name !== 'heap');
  for (const name of wanted.length > 0 ? wanted : usual)
    for (const row of (await parts[name]?.()) ?? []) {
      all.push(row);
      say(`${markOf(row).padEnd(7)}${row.what}: ${row.figure} (bar ${row.bar}; ${row.peer})`);
    }
} finally {
  await bench.close();
}
const [cpu] = os.cpus();
say(
  `\n${os.cpus().length} × ${cpu?.model.trim() ?? 'unknown'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.platform()} ${os.release()}, Node ${process.version}\n`,
);
say(asMarkdown(all));
