/** The program: reads the environment, starts the app, serves Astro's handler, stops cleanly. */
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { type RunningApp, startApp } from '../app.ts';
import { type Config, readConfig } from '../config.ts';
import { readIslandScripts } from '../http/island-scripts.ts';
import { createPeers } from './client-address.ts';
import { startMetricsServer } from './metrics-server.ts';
import type { AstroHandler } from './request-handler.ts';
import { createServer, type LaunchbookServer } from './server.ts';
import { originOf, startNotes } from './start-notes.ts';

/** @throws Error with a sentence for the operator when there is anything but `--demo` */
function readOptions(args: readonly string[]): { readonly demo: boolean } {
  const unknown = args.find((arg) => arg !== '--demo');
  if (unknown !== undefined)
    throw new Error(
      `There is no option '${unknown}'. The only one is --demo; everything else is set by the environment.`,
    );
  return { demo: args.includes('--demo') };
}

async function main(): Promise<void> {
  // Until the app runs there is nothing to finish: the database stops by itself when this process ends.
  let stop = (_why: string, code: number): void => process.exit(code);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop(signal, 0));
  // The starter's end of this channel closes however the starter ended.
  if (process.send) process.on('disconnect', () => stop('the starter has ended', 0));

  const { demo } = readOptions(process.argv.slice(2));
  const config = await withPort(readConfig(process.env));
  const peers = createPeers(config.trustedProxies);
  fs.mkdirSync(config.dataDir, { recursive: true });
  const app = await startApp({ config, demo });
  // Of the same build as this file, so both share their modules.
  const entry = path.join(import.meta.dirname, 'entry.mjs');
  const { handler }: { handler: AstroHandler } = await import(/* @vite-ignore */ entry);
  readIslandScripts(import.meta.dirname);
  const server = createServer({ app, handler, peers, clientDir: path.join(import.meta.dirname, '..', 'client') });
  const { port } = await server.listen(config.port, config.host).catch(async (cause: unknown) => {
    await app.stop();
    throw listenError(cause, addressOf(config));
  });

  const metrics = await startMetrics(config).catch(async (cause: unknown) => {
    await server.drain();
    await app.stop();
    throw cause;
  });

  stop = createStop(app, server, metrics?.stop);
  process.on('uncaughtException', (err) => {
    app.log.fatal({ err }, 'uncaught exception');
    stop('uncaught exception', 1);
  });
  const lines = [...startNotes(app, { isDemo: demo, origin: config.siteUrl ?? `http://localhost:${port}` })];
  if (metrics) lines.push(`Metrics on ${originOf(config.metricsHost, metrics.port)}/metrics`);
  process.stdout.write(`${[...lines, `Ready on ${originOf(config.host, port)}`].join('\n')}\n`);
}

async function startMetrics({
  metricsPort,
  metricsHost,
  metricsNames,
}: Config): Promise<Awaited<ReturnType<typeof startMetricsServer>> | null> {
  if (metricsPort === null) return null;
  const address = { host: metricsHost, port: metricsPort, variables: ['METRICS_HOST', 'METRICS_PORT'] } as const;
  return startMetricsServer(metricsPort, metricsHost, metricsNames).catch((cause: unknown) => {
    throw listenError(cause, address);
  });
}

/** Finishes the requests under way, stops the app and ends the process, once. */
function createStop(
  app: RunningApp,
  server: LaunchbookServer,
  stopMetrics: () => void = () => {},
): (why: string, code: number) => void {
  let isStopping = false;
  return async (why, code) => {
    if (isStopping) return;
    isStopping = true;
    app.log.info({ why }, 'stopping');
    app.announceStop();
    await server.drain();
    await app.stop();
    stopMetrics();
    process.exit(code);
  };
}

/** Port 0 means any free one. The names of the site contain the port, so it is chosen before the app starts. */
async function withPort(config: Config): Promise<Config> {
  if (config.port !== 0) return config;
  const probe = net.createServer().listen(0, config.host);
  try {
    await once(probe, 'listening');
  } catch (cause) {
    throw listenError(cause, addressOf(config));
  }
  const { port } = probe.address() as net.AddressInfo;
  probe.close();
  await once(probe, 'close');
  return { ...config, port };
}

/** Where something listens, and the variables that say so. */
interface Address {
  readonly host: string;
  readonly port: number;
  readonly variables: readonly [host: string, port: string];
}

const addressOf = ({ host, port }: Config): Address => ({ host, port, variables: ['HOST', 'PORT'] });

function listenError(cause: unknown, { host, port, variables: [hostVariable, portVariable] }: Address): unknown {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'EADDRINUSE')
    return new Error(
      `Port ${port} of ${host} is taken by another program. Stop that one, or name another port in ${portVariable}.`,
    );
  if (code === 'EACCES')
    return new Error(
      `Port ${port} needs rights that this account does not have. Name one from 1024 on in ${portVariable}.`,
    );
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new Error(`${hostVariable} is ${host}, which is no address of this machine.`);
  return cause;
}

main().catch((cause: unknown) => {
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n`);
  process.exit(1);
});
