/** The shipped files of `deploy/ha`, with other addresses, folders and passwords. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Account } from './processes.ts';

export const DATABASES = ['db1', 'db2', 'db3'] as const;
export type DatabaseMachine = (typeof DATABASES)[number];

/** Where a cluster runs. */
export interface Layout {
  readonly folder: string;
  /** A network of its own within 127.0.0.0/8, in which every program has its usual port: its first three numbers. */
  readonly net: string;
  /** PostgreSQL refuses root. */
  readonly account: Account;
  /** The variables of patroni.env. */
  readonly secrets: Record<string, string>;
  addressOf(name: DatabaseMachine): string;
  /** Writes a file that the account may read. @returns its path */
  write(name: string, text: string): string;
  makeFolder(name: string): string;
}

type Change = readonly [shipped: string | RegExp, here: string];

/** A shipped file with these changes. @throws Error if the file lacks what is to be changed */
export function render(file: string, changes: readonly Change[]): string {
  return changes.reduce(
    (text, [shipped, here]) => {
      const isThere = typeof shipped === 'string' ? text.includes(shipped) : text.search(shipped) >= 0;
      if (!isThere) throw new Error(`deploy/ha/${file} has no ${shipped}`);
      return text.replaceAll(shipped, here);
    },
    fs.readFileSync(`deploy/ha/${file}`, 'utf8'),
  );
}

/** The variables of a file as systemd reads it. */
export const variablesOf = (text: string): Record<string, string> =>
  Object.fromEntries([...text.matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]));

export function makeLayout(): Layout {
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  const account = { uid: idOf('-u'), gid: idOf('-g') };
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'launchbook-ha-'));
  fs.chownSync(folder, account.uid, account.gid);
  fs.chmodSync(folder, 0o755);
  const net = `127.${20 + Math.floor(Math.random() * 70)}.${Math.floor(Math.random() * 250)}`;
  return {
    folder,
    net,
    account,
    secrets: variablesOf(render('patroni.env', [[/=change-this-(\d)/g, '=password$1']])),
    addressOf: (name) => `${net}.1${DATABASES.indexOf(name) + 1}`,
    write: (name, text) => {
      const file = path.join(folder, name);
      fs.writeFileSync(file, text, { mode: 0o640 });
      fs.chownSync(file, account.uid, account.gid);
      return file;
    },
    makeFolder: (name) => {
      const made = path.join(folder, name);
      fs.mkdirSync(made, { recursive: true });
      fs.chownSync(made, account.uid, account.gid);
      return made;
    },
  };
}
