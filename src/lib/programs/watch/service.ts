/**
 * Bounds what a process uses, from outside of it: the time of a processor and the memory that is resident, which a full heap of
 * Node does not bound. Linux tells both in /proc; elsewhere only the deadline of its caller and the heap bound it.
 */
import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';

export interface UseBounds {
  /** Milliseconds of processors, in all threads together. */
  readonly processorMs: number;
  readonly residentMegabytes: number;
}

export type Overuse = 'TIME' | 'MEMORY';

const LOOK_MS = 50;
/** Linux counts the time of processes in hundredths of a second. */
const TICK_MS = 10;

/** @returns null where it can't be read, as after the end of the process */
function readUse(pid: number): { readonly processorMs: number; readonly residentMegabytes: number } | null {
  try {
    // The name of the program, in parentheses, may have spaces.
    const stat = fs
      .readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    const [, resident = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return { processorMs: (Number(stat[11]) + Number(stat[12])) * TICK_MS, residentMegabytes: Number(resident) / 1024 };
  } catch {
    return null;
  }
}

/**
 * Looks at a process until it ends.
 * @param onOver called once, with what it has too much of
 * @returns a function that ends the watch
 */
export function watchUse(
  { pid }: Pick<ChildProcess, 'pid'>,
  bounds: UseBounds,
  onOver: (what: Overuse) => void,
): () => void {
  if (pid === undefined) return () => {};
  const timer = setInterval(() => {
    const use = readUse(pid);
    const over =
      use === null
        ? null
        : use.residentMegabytes > bounds.residentMegabytes
          ? 'MEMORY'
          : use.processorMs > bounds.processorMs
            ? 'TIME'
            : null;
    if (over === null) return;
    clearInterval(timer);
    onOver(over);
  }, LOOK_MS);
  return () => clearInterval(timer);
}
