/** Who wants this process to run: its parent and, where that is only the shell that npm puts between, npm itself. */
import fs from 'node:fs';
import path from 'node:path';

const SHELL = /^(ba|da|a|k|z|)sh$/;

/** Name and parent of a process, or null where the system does not show them as Linux does. */
function lookUp(pid) {
  try {
    // `pid (name) state parent …`; a name may hold spaces and brackets itself.
    const [, name = '', parent = ''] =
      /^\d+ \((.*)\) \S+ (\d+) /s.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? [];
    return { name: path.basename(name), parent: Number(parent) };
  } catch {
    return null;
  }
}

/**
 * @returns a function that tells whether one of the starters has gone since this call. npm passes no signal on, and when it
 * is killed its shell stays and waits; a shell that gives its place to the script, as on macOS, leaves npm as the parent.
 */
export function watchStarter() {
  const parent = process.ppid;
  const shell = process.env.npm_lifecycle_event === undefined ? null : lookUp(parent);
  const npm = shell && SHELL.test(shell.name) ? shell.parent : null;
  return () => process.ppid !== parent || (npm !== null && lookUp(parent)?.parent !== npm);
}
