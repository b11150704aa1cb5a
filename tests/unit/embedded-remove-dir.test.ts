import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { removeDir } from '../../src/lib/db/embedded/cluster.ts';

/** A folder of folders, large enough that two processes are at it at the same time. */
function fill(dir: string): void {
  for (let nth = 0; nth < 20; nth++) {
    const inner = path.join(dir, `s${nth}`);
    fs.mkdirSync(inner, { recursive: true });
    for (let file = 0; file < 60; file++) fs.writeFileSync(path.join(inner, `f${file}`), '');
  }
}

test('a folder is deleted whole while another process deletes in it, as initdb does after a kill', async () => {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-remove-'));
  for (let round = 0; round < 3; round++) {
    fill(dir);
    const other = spawn('/bin/sh', ['-c', 'echo; exec rm -rf "$1"/s*', 'sh', dir]);
    const exited = new Promise((done) => other.once('exit', done));
    await new Promise((begun) => other.stdout.once('data', begun));
    await removeDir(dir);
    expect(fs.existsSync(dir)).toBe(false);
    await exited;
  }
});
