/** What an attacker does to the program in a benchmark: floods of sign-ins, held uploads and downloads, orders. */
import { randomInt } from 'node:crypto';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdf, png } from '../support/media-files.ts';
import { type Answer, openLine, request } from './client.ts';
import type { Person } from './people.ts';

/** Node reads no form with a shorter one. */
const BOUNDARY = 'launchbook-bench-boundary-0123456789';
const HELD_UPLOADS = 40;
/** Tries in a second, on a new connection each, whether those before were answered or not. */
const SIGN_INS_PER_SECOND = 700;
const NETWORKS = 1_500;
/** How often due tries are sent. */
const TICK_MS = 10;
const STALLED = 600;
const ORDER_LINES = 4;
/** Between the end of an attempt and the next one on the same connection. */
const PAUSE_MS = 1_000;
/** Just enough to keep an upload slot: 1.7 KB a second. */
const TRICKLE_BYTES = 17_000;
const TRICKLE_MS = 10_000;

export interface Target {
  readonly port: number;
  /** Accounts that only the attacker uses. */
  readonly attackers: readonly Person[];
  /** Of the first attacker. */
  readonly credentials: { readonly email: string; readonly password: string };
}

export interface Attack {
  readonly what: string;
  /** From the start of the attack to the first measurement; one second if it is left out. */
  readonly leadMs?: number;
  /** Attacks until the signal is aborted. @param onAnswer called with the status of each answer that the attacker reads */
  readonly run: (target: Target, signal: AbortSignal, onAnswer: (status: number) => void) => Promise<void>;
}

/** @returns a function that gives another address of `10.0.0.0/8` or `100.0.0.0/8` each time, from another one in each process */
export function freshAddresses(first: 10 | 100): () => string {
  let count = randomInt(2 ** 24);
  return () => `${first}.${(++count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
}

const freshAddress = freshAddresses(10);

const tokenOf = ({ secret }: Person, address: string): Record<string, string> => ({
  Authorization: secret,
  'X-Forwarded-For': address,
});

/** The bytes of an upload; `bodyBytes` of its body are sent. */
export function uploadOf(
  port: number,
  person: Person,
  address: string,
  file: Uint8Array,
  bodyBytes = Number.POSITIVE_INFINITY,
): Buffer {
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="medias"; filename="a"\r\nContent-Type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const headers = { ...tokenOf(person, address), 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` };
  const start = request('POST', '/api/v1/user/media/add', port, {
    headers: { ...headers, 'Content-Length': String(body.length) },
  });
  return Buffer.concat([start, body.subarray(0, bodyBytes)]);
}

export const signInOf = (
  port: number,
  user: string,
  password: string,
  address: string,
  headers: Record<string, string> = {},
): Buffer =>
  request('POST', '/api/v1/user/auth/login', port, {
    headers: { 'X-Forwarded-For': address, ...headers },
    body: { user, password },
  });

/** Sends one request on a connection of its own. */
export async function once(port: number, bytes: Buffer): Promise<Answer> {
  const line = await openLine(port);
  try {
    return await line.ask(bytes);
  } finally {
    line.close();
  }
}

/**
 * Opens a connection, sends the bytes, and resolves when the connection has ended.
 * @param isStalled reads nothing
 * @param more is sent every `TRICKLE_MS`
 */
function hold(
  port: number,
  bytes: Buffer,
  signal: AbortSignal,
  { isStalled = false, more }: { isStalled?: boolean; more?: Buffer } = {},
): Promise<void> {
  return new Promise((done) => {
    const socket = net.connect({ port, host: '127.0.0.1' });
    const timer = more && setInterval(() => socket.write(more), TRICKLE_MS);
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(timer);
        done();
      });
    signal.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.write(bytes);
    if (!isStalled) socket.resume();
  });
}

/** Starts `step` so many times a second until the signal is aborted, whether those before have ended or not. */
async function openLoop(
  perSecond: number,
  signal: AbortSignal,
  step: (nth: number) => Promise<unknown>,
): Promise<void> {
  const startMs = performance.now();
  for (let nth = 0; !signal.aborted; await sleep(TICK_MS)) {
    const due = ((performance.now() - startMs) * perSecond) / 1000;
    for (; nth < due; nth++) step(nth).catch(() => undefined);
  }
}

/** Repeats `step` on `lines` connections, each one second after its last one ended. */
async function repeat(lines: number, signal: AbortSignal, step: (nth: number) => Promise<unknown>): Promise<void> {
  const line = async (nth: number): Promise<void> => {
    while (!signal.aborted) {
      await step(nth).catch(() => undefined);
      await sleep(PAUSE_MS);
    }
  };
  await Promise.all(Array.from({ length: lines }, (_, nth) => line(nth)));
}

interface SignIns {
  readonly from: string;
  /** The address of the nth try. */
  readonly addressOf: (nth: number) => string;
  readonly cookieOf?: (target: Target) => Promise<string>;
  /** Whether each address opens the sign-in page first, as people do. */
  readonly opensPage?: boolean;
  readonly perSecond?: number;
  readonly leadMs?: number;
}

function signIns({
  from,
  addressOf,
  cookieOf,
  opensPage = false,
  perSecond = SIGN_INS_PER_SECOND,
  leadMs,
}: SignIns): Attack {
  return {
    what: `${perSecond} wrong passwords a second from ${from}`,
    ...(leadMs !== undefined && { leadMs }),
    run: async (target, signal, onAnswer) => {
      const { port } = target;
      const headers = cookieOf ? { Cookie: await cookieOf(target) } : {};
      await openLoop(perSecond, signal, async (nth) => {
        const address = addressOf(nth);
        if (opensPage) {
          await once(port, request('GET', '/', port, { headers: { 'X-Forwarded-For': address } }));
          await sleep(PAUSE_MS);
        }
        const line = await openLine(port);
        const end = (): void => line.close();
        signal.addEventListener('abort', end, { once: true });
        const bytes = signInOf(port, `nobody${nth % NETWORKS}@example.com`, 'wrong password', address, headers);
        onAnswer((await line.ask(bytes)).status);
        signal.removeEventListener('abort', end);
        end();
      });
    },
  };
}

/** Signs in from a browser. @returns the cookie of the known browser */
export async function openBrowser(port: number, email: string, password: string): Promise<string> {
  const headers = { Origin: `http://localhost:${port}` };
  const { status, head } = await once(port, signInOf(port, email, password, freshAddress(), headers));
  const cookie = /\r\nset-cookie: (deviceToken=[^;]+)/i.exec(head)?.[1];
  if (cookie === undefined) throw new Error(`a sign-in from a browser was answered with ${status} and no cookie`);
  return cookie;
}

const QUIET: Attack = { what: 'quiet', run: async () => {} };

const ofNetworks = (nth: number): string => `10.200.${(nth % NETWORKS) >> 8}.${(nth % NETWORKS) & 255}`;

const SIGN_IN_FLOODS: readonly Attack[] = [
  signIns({ from: 'one address', addressOf: () => '192.0.2.66' }),
  signIns({ from: '50 addresses', addressOf: (nth) => `192.0.2.${nth % 50}` }),
  signIns({ from: `${NETWORKS} addresses`, addressOf: ofNetworks }),
  signIns({ from: `${NETWORKS} addresses, after 50 seconds`, addressOf: ofNetworks, leadMs: 50_000 }),
  signIns({ from: `${NETWORKS} addresses that open the page first`, addressOf: ofNetworks, opensPage: true }),
  signIns({ from: 'a fresh address each time', addressOf: freshAddress }),
  signIns({ from: 'a fresh address each time that opens the page first', addressOf: freshAddress, opensPage: true }),
  signIns({
    from: 'a fresh address each time, with a made-up browser',
    addressOf: freshAddress,
    cookieOf: async () => `deviceToken=${'x'.repeat(43)}`,
  }),
  signIns({
    from: "a fresh address each time, with an attacker's own known browser",
    addressOf: freshAddress,
    cookieOf: ({ port, credentials: { email, password } }) => openBrowser(port, email, password),
  }),
];

const HELD: readonly Attack[] = [
  {
    what: `${HELD_UPLOADS} held uploads of one account`,
    run: ({ port, attackers: [attacker] }, signal) =>
      repeat(
        HELD_UPLOADS,
        signal,
        async () => attacker && hold(port, uploadOf(port, attacker, freshAddress(), png(), 1), signal),
      ),
  },
  {
    what: `${HELD_UPLOADS} held uploads of one address`,
    run: ({ port, attackers }, signal) =>
      repeat(HELD_UPLOADS, signal, (nth) =>
        hold(port, uploadOf(port, attackers[nth % attackers.length] as Person, '192.0.2.66', png(), 1), signal),
      ),
  },
  {
    what: `${HELD_UPLOADS} uploads of four accounts at four addresses that send 1.7 KB a second`,
    run: ({ port, attackers }, signal) =>
      repeat(HELD_UPLOADS, signal, (nth) => {
        const file = pdf({ body: 'x'.repeat(4_500_000) });
        const bytes = uploadOf(port, attackers[nth % 4] as Person, `192.0.2.${nth % 4}`, file, TRICKLE_BYTES);
        return hold(port, bytes, signal, { more: Buffer.alloc(TRICKLE_BYTES, 'x') });
      }),
  },
  {
    what: `${STALLED} clients that do not read a file`,
    run: async ({ port, attackers: [owner] }, signal) => {
      if (!owner) return;
      const stored = await once(port, uploadOf(port, owner, freshAddress(), pdf({ body: 'x'.repeat(4_500_000) })));
      if (stored.status !== 200) throw new Error(`the file was not stored: ${stored.body}`);
      const { url } = JSON.parse(stored.body.toString()).data[0];
      await repeat(STALLED, signal, () =>
        hold(port, request('GET', url, port, { headers: tokenOf(owner, freshAddress()) }), signal, { isStalled: true }),
      );
    },
  },
];

const ORDERS: Attack = {
  what: `orders of one account on ${ORDER_LINES} connections`,
  run: async ({ port, attackers: [attacker] }, signal, onAnswer) => {
    let orders = 0;
    const order = async (): Promise<void> => {
      const line = await openLine(port);
      while (attacker && !signal.aborted) {
        const body = { paymentMethod: 'MANUAL', amount: '118.00', purchaseAmount: '100.00' };
        const headers = { ...tokenOf(attacker, freshAddress()), 'Idempotency-Key': `order-${++orders}` };
        onAnswer((await line.ask(request('POST', '/api/v1/user/package/purchase', port, { headers, body }))).status);
      }
      line.close();
    };
    await Promise.all(Array.from({ length: ORDER_LINES }, order));
  },
};

export const ATTACKS: readonly Attack[] = [QUIET, ...SIGN_IN_FLOODS, ...HELD, ORDERS];
