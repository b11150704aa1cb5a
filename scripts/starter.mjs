/** Watches the starters of this process: its parent and, if that is npm's shell, npm itself. */
import fs from 'node:fs';
import path from 'node:path';

const SHELL = /^(ba|da|a|k|z|)sh$/;

/** Name and parent of a process; null on systems without Linux's /proc. */
function lookUp(pid) {
  try {
    // `pid (name) state parent …`; the name may contain spaces and brackets.
    const [, name = '', parent = ''] =
      /^\d+ \((.*)\) \S+ (\d+) /s.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name: path.basename(name), parent: Number(parent) };
  } catch {
    return null;
  }
}

/**
 * npm does not forward signals, and when it is killed its shell stays and waits. A shell that replaces itself with the script, as
 * on macOS, leaves npm as the parent.
 * @returns a function that returns whether one of the starters has ended since this call
 */
export function watchStarter() {
  const parent = process.ppid;
  const shell = process.env.npm_lifecycle_event === undefined ? null : lookUp(parent);
  const npm = shell && SHELL.test(shell.name) ? shell.parent : null;
  return () => process.ppid !== parent || (npm !== null && lookUp(parent)?.parent !== npm);
}
