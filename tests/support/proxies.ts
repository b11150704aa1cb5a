/**
 * Runs the shipped files of nginx and Caddy in front of a program, without TLS and on a free port. ATTACK_PROXY=nginx or
 * ATTACK_PROXY=caddy puts one in front of every site of the run.
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from './ports.ts';

/** The host of the shipped files. */
export const PROXIED_HOST = 'sale.example.com';

const KINDS = ['nginx', 'caddy'] as const;
type ProxyKind = (typeof KINDS)[number];

/** The proxy in front of every site of the run; null for none. */
export const PROXY: ProxyKind | null = kindOf(process.env.ATTACK_PROXY);

function kindOf(name = ''): ProxyKind | null {
  const kind = KINDS.find((known) => known === name) ?? null;
  if (kind === null && name !== '') throw new Error(`ATTACK_PROXY is ${KINDS.join(' or ')}, and not ${name}`);
  return kind;
}

/** The address that a client connects from: its own through a proxy, which sees it there; else any, and a header names it. */
export const localAddressOf = (clientIp: string): string => (PROXY === null ? '127.0.0.1' : clientIp);

/** As `fetch`, from an address of the client's own to a proxy of this machine. */
export function fetchThrough({ port, clientAddress }: { port: number; clientAddress: string }): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search, host } = new URL(request.url);
    const body = Buffer.from(await request.arrayBuffer());
    const headers = { ...Object.fromEntries(request.headers), host, 'content-length': String(body.length) };
    return new Promise((resolve, reject) => {
      const to = { host: '127.0.0.1', port, localAddress: clientAddress, agent: false } as const;
      const sent = http.request({ ...to, method: request.method, path: pathname + search, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).once('error', reject);
        response.once('end', () => resolve(answerOf(response, Buffer.concat(chunks))));
      });
      sent.once('error', reject);
      sent.end(body);
    });
  };
}

function answerOf({ statusCode = 0, rawHeaders }: http.IncomingMessage, bytes: Buffer<ArrayBuffer>): Response {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  return new Response(bytes.length === 0 ? null : bytes, { status: statusCode, headers });
}

export interface RunningProxy {
  readonly port: number;
  stop(): Promise<void>;
}

export function isInstalled(command: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${command}`]);
    return true;
  } catch {
    return false;
  }
}

/** The shipped file, with this port for https and the ports of one or two nodes behind it. */
function nginxConf(folder: string, port: number, other: number, [first, second]: readonly number[]): string {
  const shipped = fs
    .readFileSync('deploy/nginx.conf', 'utf8')
    .replace(/^\s*(ssl_|listen \[).*$/gm, '')
    .replace(/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`)
    .replace(/listen 80( default_server)?;/g, `listen 127.0.0.1:${other}$1;`)
    .replace(/127\.0\.0\.1:4321/, `127.0.0.1:${first}`)
    .replace(/# (server 127\.0\.0\.1):4322/, (line, server) => (second ? `${server}:${second}` : line));
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `pid ${folder}/pid; error_log ${folder}/error.log; worker_processes 1; daemon off;
worker_rlimit_nofile 20000;
events { worker_connections 8192; }
http { access_log off; ${paths.join(' ')}\n${shipped}\n}`;
}

function caddyfile(port: number): string {
  return fs
    .readFileSync('deploy/Caddyfile', 'utf8')
    .replace(/^\{$/m, '{\n\tadmin off\n\tauto_https off')
    .replace(/^sale\.example\.com \{$/m, `http://${PROXIED_HOST}:${port} {`);
}

/** @param more the port of a second node, behind nginx */
export function startProxy(kind: ProxyKind, programPort: number, ...more: number[]): Promise<RunningProxy> {
  const confOf: ConfOf = ({ folder, port, other }) =>
    kind === 'nginx' ? nginxConf(folder, port, other, [programPort, ...more]) : caddyfile(port);
  return runProxy(kind, programPort, confOf);
}

/** One nginx for the hosts of two clusters, with both of its shipped files. @param ports of a node of each cluster */
export function startClusterProxy(hosts: readonly string[], ports: { a: number; b: number }): Promise<RunningProxy> {
  return runProxy('nginx', ports.a, ({ folder, port, other }) => {
    const socket = `unix:${folder}/clusters.sock`;
    const clusters = fs
      .readFileSync('deploy/clusters/nginx.conf', 'utf8')
      .replace('listen unix:/run/launchbook-clusters.sock', `listen ${socket}`)
      .replaceAll('127.0.0.1:4321', `127.0.0.1:${ports.a}`)
      .replaceAll('127.0.0.1:4421', `127.0.0.1:${ports.b}`);
    return nginxConf(folder, port, other, [ports.a])
      .replace(`server 127.0.0.1:${ports.a} `, `server ${socket} `)
      .replaceAll(`server_name ${PROXIED_HOST};`, `server_name ${hosts.join(' ')};`)
      .replace(/\n}$/, `\n${clusters}\n}`);
  });
}

type ConfOf = (at: { readonly folder: string; readonly port: number; readonly other: number }) => string;

async function runProxy(kind: ProxyKind, programPort: number, confOf: ConfOf): Promise<RunningProxy> {
  if (!isInstalled(kind)) throw new Error(`${kind} is not installed, and the run needs it`);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `launchbook-${kind}-`));
  // As root, nginx works under an account that may not enter root's folders, and it stores uploads here.
  fs.chmodSync(folder, 0o755);
  const [port, other] = [await freePort(), await freePort()];
  const file = path.join(folder, kind === 'nginx' ? 'nginx.conf' : 'Caddyfile');
  fs.writeFileSync(file, confOf({ folder, port, other }));
  const args = kind === 'nginx' ? ['-p', folder, '-c', file] : ['run', '--config', file, '--adapter', 'caddyfile'];
  const env = { ...process.env, HOME: folder, LAUNCHBOOK: `127.0.0.1:${programPort}` };
  const child = spawn(kind, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (text) => (errors += text));
  const exited = new Promise<void>((done) => child.on('exit', () => done()));
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`${kind} did not start:\n${errors}`);
    await new Promise((done) => setTimeout(done, 50));
  }
  // At SIGTERM, Caddy waits for clients that read nothing. nginx has workers, which only its master ends.
  const signal = kind === 'caddy' ? 'SIGKILL' : 'SIGTERM';
  return { port, stop: () => stopAndClear(child, signal, exited, folder) };
}

async function stopAndClear(
  child: ChildProcess,
  signal: NodeJS.Signals,
  exited: Promise<void>,
  folder: string,
): Promise<void> {
  child.kill(signal);
  await exited;
  fs.rmSync(folder, { recursive: true, force: true });
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
