/** What a running program holds, as Linux reports it. */
import fs from 'node:fs';
import type { Site } from './site.ts';

/** False where the tests that need these figures are skipped. */
export const hasProc = fs.existsSync('/proc/self/fd');

/** The sockets that the program has open, those of its database included. */
export function openSockets({ process }: Site): number {
  const folder = `/proc/${process.pid}/fd`;
  return fs.readdirSync(folder).filter((name) => isSocket(`${folder}/${name}`)).length;
}

function isSocket(link: string): boolean {
  try {
    return fs.readlinkSync(link).startsWith('socket:');
  } catch {
    // Closed since the folder was read.
    return false;
  }
}

/** The memory of the program in bytes. */
export function residentBytes({ process }: Site): number {
  const status = fs.readFileSync(`/proc/${process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
}
