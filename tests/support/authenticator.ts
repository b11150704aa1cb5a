/**
 * An authenticator in software: it makes and uses passkeys as a phone or a security key does (WebAuthn Level 3, 6), and lies
 * where a test wants it to.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function cborHead(major: number, length: number): Buffer {
  const type = major << 5;
  if (length < 24) return Buffer.from([type | length]);
  if (length < 256) return Buffer.from([type | 24, length]);
  return Buffer.from([type | 25, length >> 8, length & 255]);
}

/** CBOR (RFC 8949) of what attestations contain. */
function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  return Buffer.concat([cborHead(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

/** What the options of the server say. */
interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly rp?: { readonly id: string };
  readonly user?: { readonly id: string };
}

/** What a test changes in an answer. */
export interface Lies {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  /** The person was at the device and did not prove who they are. */
  readonly unverified?: boolean;
  readonly counter?: number;
  readonly userHandle?: string;
  readonly credentialId?: string;
  /** The attestation statement, as a CBOR map. */
  readonly attestation?: { readonly format: string; readonly statement: ReadonlyMap<string, Cbor> };
}

export interface Authenticator {
  readonly credentialId: string;
  /** Answers `navigator.credentials.create`. */
  create(options: Options, lies?: Lies): object;
  /** Answers `navigator.credentials.get`. */
  get(options: Options, lies?: Lies): object;
}

/** @param counts false for one that always sends 0, as synchronised passkeys do */
export function makeAuthenticator(origin: string, { counts = true } = {}): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  let userHandle = '';
  let uses = 0;

  const clientData = (type: string, { challenge }: Options, lies: Lies): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: lies.type ?? type,
        challenge: lies.challenge ?? challenge,
        origin: lies.origin ?? origin,
        crossOrigin: lies.crossOrigin ?? false,
      }),
    );

  function authenticatorData(rpId: string, lies: Lies, attested: Buffer = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (lies.unverified ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lies.counter ?? (counts ? uses : 0));
    return Buffer.concat([sha256(lies.rpId ?? rpId), Buffer.from([flags]), counter, attested]);
  }

  function create(options: Options, lies: Lies = {}): object {
    userHandle = options.user?.id ?? '';
    const coseKey = new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cbor(coseKey)]);
    const { format, statement } = lies.attestation ?? { format: 'none', statement: new Map() };
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', format],
        ['attStmt', statement],
        ['authData', authenticatorData(options.rp?.id ?? '', lies, attested)],
      ]),
    );
    return answer(lies, {
      clientDataJSON: clientData('webauthn.create', options, lies).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    });
  }

  function get(options: Options, lies: Lies = {}): object {
    uses++;
    const clientDataJSON = clientData('webauthn.get', options, lies);
    const data = authenticatorData(options.rpId ?? '', lies);
    return answer(lies, {
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', Buffer.concat([data, sha256(clientDataJSON)]), privateKey).toString('base64url'),
      userHandle: lies.userHandle ?? userHandle,
    });
  }

  function answer(lies: Lies, response: object): object {
    const id = lies.credentialId ?? credentialId.toString('base64url');
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  return { credentialId: credentialId.toString('base64url'), create, get };
}
