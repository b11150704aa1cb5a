/**
 * A witness of logs (C2SP tlog-witness) on this machine, on its own: no code of the program takes part. It knows one key of
 * a log, keeps what it cosigned last, and can be made to misbehave.
 */
import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { isConsistent, type TreeHead } from './consistency.ts';

const NAME = 'witness.example/w1';

interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface TestWitness {
  /** For `WITNESS_URLS`. */
  readonly entry: string;
  /** What it cosigned last, by origin. */
  readonly seen: Map<string, TreeHead>;
  /** Requests so far: the old size and the status of the answer. */
  readonly requests: { oldSize: number; status: number }[];
  /** Answers this instead. */
  answer: Answer | (() => Answer) | null;
  readonly close: () => Promise<void>;
}

/** @param logKey the verifier key line of the only log that it knows */
export async function startWitness(logKey: () => string): Promise<TestWitness> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const typed = Buffer.concat([Buffer.of(4), raw]);
  const keyId = createHash('sha256').update(`${NAME}\n`).update(typed).digest().subarray(0, 4);

  const judge = (body: string): { status: number; body: string } => {
    const [head = '', ...rest] = body.split('\n\n');
    const note = rest.join('\n\n');
    const [oldLine = '', ...proof] = head.split('\n');
    const text = `${note.slice(0, note.indexOf('\n\n'))}\n`;
    const [origin = '', size = '', root = ''] = text.split('\n');
    if (!isSignedBy(logKey(), note, text)) return { status: 403, body: '' };
    const last = witness.seen.get(origin);
    if (Number(oldLine.slice(4)) !== (last?.size ?? 0)) return { status: 409, body: `${last?.size ?? 0}\n` };
    const head2: TreeHead = { size: Number(size), root: Buffer.from(root, 'base64') };
    const hashes = proof.map((line) => Buffer.from(line, 'base64'));
    if (last ? !isConsistent(last, head2, hashes) : hashes.length > 0) return { status: 422, body: '' };
    witness.seen.set(origin, head2);
    const seconds = Buffer.alloc(8);
    seconds.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 1000)));
    const message = `cosignature/v1\ntime ${seconds.readBigUInt64BE()}\n${text}`;
    const bytes = Buffer.concat([keyId, seconds, sign(null, Buffer.from(message), privateKey)]);
    return { status: 200, body: `— ${NAME} ${bytes.toString('base64')}\n` };
  };

  const server = http.createServer(async (request, response) => {
    let body = '';
    for await (const part of request.setEncoding('utf8')) body += part;
    const isRight = request.method === 'POST' && request.url === '/log/add-checkpoint';
    const instead = typeof witness.answer === 'function' ? witness.answer() : witness.answer;
    const answer = instead ?? (isRight ? judge(body) : { status: 404, body: '' });
    witness.requests.push({ oldSize: Number(/^old (\d+)/.exec(body)?.[1]), status: answer.status });
    response.writeHead(answer.status, { 'Content-Type': 'text/plain' }).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const witness: TestWitness = {
    entry: `http://127.0.0.1:${port}/log/#${NAME}+${keyId.toString('hex')}+${typed.toString('base64')}`,
    seen: new Map(),
    requests: [],
    answer: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return witness;
}

function isSignedBy(key: string, note: string, text: string): boolean {
  const [name = '', id = '', encoded = ''] = key.split(/\+(?=[0-9a-f]{8}\+)|(?<=\+[0-9a-f]{8})\+/);
  const raw = Buffer.from(encoded, 'base64').subarray(1);
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]);
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' });
  return note.split('\n').some((line) => {
    const [, signer, base64 = ''] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(base64, 'base64');
    if (signer !== name || bytes.subarray(0, 4).toString('hex') !== id) return false;
    return verify(null, Buffer.from(text), publicKey, bytes.subarray(4));
  });
}
