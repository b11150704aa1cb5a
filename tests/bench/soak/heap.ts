/**
 * Whether the program holds more memory the longer it works: windows of an ordinary day, after each of which its garbage is collected.
 * What grows then is a leak; what grows only without it is memory that the allocator retains.
 */
import type { Bench } from '../bench.ts';
import type { Row } from '../rows.ts';
import { inspectorOption, type Memory, openInspector } from './inspector.ts';
import { isRising, median, slopeOf } from './slope.ts';
import { capacityOf, prepare, visitFor } from './soak.ts';

const WINDOWS = 12;
/** The first ones fill caches: prepared statements, compiled code, connections. */
const WARM_UP = 4;
const MIB = 2 ** 20;

interface Reading {
  readonly visits: number;
  readonly memory: Memory;
}

const text = (bytes: number): string => (bytes / MIB).toFixed(1);

export async function heapRows(bench: Bench, seconds: number, say: (text: string) => void): Promise<Row[]> {
  const { port, env } = await inspectorOption();
  const { program, day } = await prepare(bench, env);
  const inspector = await openInspector(port);
  const rate = (await capacityOf(day)) / 2;
  say(`${WINDOWS} windows of ${seconds} s, ${rate.toFixed(1)} visits a second`);
  const readings: Reading[] = [];
  let next = 1_000_000;
  for (let nth = 0; nth < WINDOWS; nth++) {
    const first = next;
    next = await visitFor(day, rate, seconds, first);
    const memory = await inspector.collectedMemory();
    readings.push({ visits: (readings.at(-1)?.visits ?? 0) + next - first, memory });
    say(
      `${next - 1_000_000} visits: heap ${text(memory.heapUsed)} of ${text(memory.heapTotal)}, external ${text(memory.external)}, buffers ${text(memory.arrayBuffers)}, resident ${text(memory.rss)} MiB`,
    );
  }
  inspector.close();
  await program.stop();
  return rowsOf(
    readings.slice(WARM_UP),
    `${WINDOWS - WARM_UP} windows of ${seconds} s, ${rate.toFixed(1)} visits a second`,
  );
}

function rowsOf(readings: readonly Reading[], peer: string): Row[] {
  const row = (what: string, pick: (memory: Memory) => number): Row => {
    const slope = slopeOf(readings.map(({ visits, memory }) => [visits / 1000, pick(memory) / 1024]));
    const level = median(readings.map(({ memory }) => pick(memory)));
    return {
      what: `soak with garbage collected, ${what}`,
      figure: `${slope.perUnit.toFixed(1)} ± ${slope.error.toFixed(1)} KiB for 1,000 visits at ${text(level)} MiB`,
      bar: 'no rise beyond twice its error',
      peer,
      isMet: !isRising(slope),
    };
  };
  return [
    row('objects', (memory) => memory.heapUsed),
    row('outside of the heap', (memory) => memory.external),
    row('resident', (memory) => memory.rss),
  ];
}
