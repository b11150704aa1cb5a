/**
 * Whether the program holds more memory the longer it works: windows of an ordinary day, after each of which its garbage is collected.
 * What grows then is a leak; what grows only without it is memory that the allocator retains.
 */
import type { Bench } from '../bench.ts';
import type { Row } from '../rows.ts';
import { inspectorOption, type Memory, openInspector } from './inspector.ts';
import { isRising, median, slopeOf } from './slope.ts';
import { prepare } from './soak.ts';
import type { Day } from './visits.ts';

const WINDOWS = 24;
/** The first ones fill caches: prepared statements, compiled code, connections, and what is kept for an hour about each network. */
const WARM_UP = 8;
/** Each comes back, so that the list of networks is complete after the first windows and only a leak still grows. */
const NETWORKS = 2_000;
/** Visitors at the same time. */
const AT_ONCE = 4;
const MIB = 2 ** 20;

interface Reading {
  readonly visits: number;
  readonly memory: Memory;
}

const text = (bytes: number): string => (bytes / MIB).toFixed(1);

/** Visits one after the other by each visitor, so that a window has the same work on a busy machine. */
async function visit(day: Day, first: number, count: number): Promise<void> {
  let nth = first;
  const visitor = async (): Promise<void> => {
    while (nth < first + count) await day.visit(nth++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, visitor));
}

/** @param visits of one window */
export async function heapRows(bench: Bench, visits: number, say: (text: string) => void): Promise<Row[]> {
  const { port, env } = await inspectorOption();
  const { program, day } = await prepare(bench, { env, networks: NETWORKS });
  const inspector = await openInspector(port);
  const readings: Reading[] = [];
  for (let nth = 0; nth < WINDOWS; nth++) {
    await visit(day, nth * visits, visits);
    const memory = await inspector.collectedMemory();
    readings.push({ visits: (nth + 1) * visits, memory });
    say(
      `${(nth + 1) * visits} visits: heap ${text(memory.heapUsed)} of ${text(memory.heapTotal)}, external ${text(memory.external)}, buffers ${text(memory.arrayBuffers)}, resident ${text(memory.rss)} MiB`,
    );
  }
  inspector.close();
  await program.stop();
  return rowsOf(readings.slice(WARM_UP), `the last ${WINDOWS - WARM_UP} of ${WINDOWS} windows of ${visits} visits`);
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
