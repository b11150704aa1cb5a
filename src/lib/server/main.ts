/** The program: reads the environment, builds the app, serves Astro's handler, stops cleanly. */
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setRunningApp, startApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import type { DemoSignIns } from '../demo/service.ts';
import { createPeers } from './peers.ts';
import { type AstroHandler, createServer } from './server.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** @throws Error with a sentence for the operator when there is something else than `--demo` */
function readOptions(args: readonly string[]): { readonly demo: boolean } {
  const unknown = args.find((it) => it !== '--demo');
  if (unknown !== undefined)
    throw new Error(
      `There is no option '${unknown}'. The only one is --demo; everything else is set by the environment.`,
    );
  return { demo: args.includes('--demo') };
}

async function main(): Promise<void> {
  // Until the app is up there is nothing to finish: the database stops by itself when this process is gone.
  let stop = (_why: string, code: number): void => process.exit(code);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal, 0));
  // The starter's end of this channel closes when the starter is gone, however it went.
  if (process.send) process.on('disconnect', () => stop('the starter has ended', 0));

  const options = readOptions(process.argv.slice(2));
  const config = await withPort(readConfig(process.env));
  const peers = createPeers(config.trustedProxies);
  fs.mkdirSync(config.dataDir, { recursive: true });
  const app = await startApp({ config, demo: options.demo });
  setRunningApp(app);
  // Built by Astro beside this file; its module sees the app through `runningApp`.
  const dist = path.resolve(import.meta.dirname, '..');
  const entry = path.join(dist, 'server', 'entry.mjs');
  const { handler }: { handler: AstroHandler } = await import(/* @vite-ignore */ entry);
  const server = createServer({ app, handler, peers, clientDir: path.join(dist, 'client') });
  const address = await server.listen(config.port, config.host).catch(async (cause: unknown) => {
    await app.stop();
    throw notListening(cause, config);
  });

  let stopping = false;
  const finish = async (why: string, code: number): Promise<void> => {
    if (stopping) return;
    stopping = true;
    app.log.info({ why }, 'stopping');
    await server.drain();
    await app.stop();
    process.exit(code);
  };
  stop = (why, code) => void finish(why, code);
  process.on('uncaughtException', (err) => {
    app.log.fatal({ err }, 'uncaught exception');
    stop('uncaught exception', 1);
  });

  const origin = config.siteUrl ?? `http://localhost:${address.port}`;
  if (app.firstStart) {
    const { adminEmail, adminPassword, superAdminEmail } = app.firstStart;
    say(`First start. Sign in as admin at ${origin}/admin/login`);
    say(`  email ${adminEmail}  password ${adminPassword ?? 'as set by ADMIN_PASSWORD'}`);
    if (adminPassword)
      say(`  (kept in ${path.join(config.dataDir, 'secrets', 'first-admin.txt')}; delete the file once you have it)`);
    say(`Super admin: ${superAdminEmail} at ${origin}/superadmin/login`);
    if (!config.smtpUrl)
      say(`Mails are written to ${path.join(config.dataDir, 'outbox')} and shown at ${origin}/dev/mailbox`);
  }
  if (app.demo) sayDemo(app.demo, origin);
  else if (options.demo) say('The database is not empty: --demo changes nothing in it.');
  say(`Ready on http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${address.port}`);
}

/** Port 0 is some free one: the site's names carry it, so it is found before anything asks for them. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = net.createServer().listen(0, config.host);
  try {
    await once(probe, 'listening');
  } catch (cause) {
    throw notListening(cause, config);
  }
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return { ...config, port };
}

function sayDemo({ members, purchases, password, file, ...emails }: DemoSignIns, origin: string): void {
  say(
    `Demonstration: ${members} members and ${purchases} purchases are in the database. Sign in with password ${password} as`,
  );
  say(`  member      ${emails.member} at ${origin}`);
  say(`  new member  ${emails.newcomer} at ${origin}`);
  say(`  admin       ${emails.admin} at ${origin}/admin/login`);
  say(`  (kept in ${file}; every member of the demonstration has this password)`);
}

function notListening(cause: unknown, { host, port }: Config): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} of ${host} is taken by another program. Stop that one, or name another port in PORT.`,
    );
  if (code === 'EACCES')
    return new Error(`Port ${port} needs rights that this account does not have. Name one from 1024 on in PORT.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`HOST is ${host}, which is no address of this machine.`);
  return cause;
}

main().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exit(1);
});
