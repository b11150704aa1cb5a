/*
 * The browser's passkeys. Options and answers are converted here and not by the browser's own functions for JSON, which older
 * browsers and the answers of some password managers lack (decision 0202).
 */
import type { Assertion, Attestation, CreationOptions, RequestOptions } from '@/lib/auth/passkeys/contract.ts';
import { elsewhere, type PasskeySite } from '@/lib/auth/passkeys/rules.ts';
import { type Label, t } from '@/lib/core/texts.ts';
import { CallError } from '../failure.ts';
import { useHydrated } from '../ui/useForm.ts';

/** What a page knows of the platform's address. */
export type PasskeyAddress = Pick<PasskeySite, 'origin' | 'problem'>;

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

function base64urlOf(buffer: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Why this page has no passkeys: the address, or the browser. Null if it has, and before the script has taken over. */
export function usePasskeyProblem({ origin, problem }: PasskeyAddress): string | null {
  const hydrated = useHydrated();
  if (problem !== null || !hydrated) return problem;
  if (location.origin !== origin) return elsewhere(origin);
  return hasPasskeys() ? null : t('This browser does not support passkeys.');
}

export function hasPasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

function described(list: RequestOptions['allowCredentials']): PublicKeyCredentialDescriptor[] {
  // Unlisted transports are as good as none: the browser then tries them all.
  return list.map(({ type, id }) => ({ type, id: bytesOf(id) }));
}

/** By the name of the browser's error. A closed dialog, a timeout and a device without a passkey are one to a page. */
const TEXTS: Readonly<Record<string, Label>> = {
  NotAllowedError: 'No passkey was used. Please try again.',
  InvalidStateError: 'This device already has a passkey for your account.',
  SecurityError: 'This browser does not allow passkeys for this address.',
};

function failed(cause: unknown): CallError {
  const name = cause instanceof DOMException ? cause.name : '';
  return new CallError(0, [t(TEXTS[name] ?? 'The passkey could not be used. Please try again.')]);
}

/** @throws CallError if the person cancels or the device has no passkey for this site */
export async function readPasskey({ challenge, allowCredentials, ...rest }: RequestOptions): Promise<Assertion> {
  const publicKey = { ...rest, challenge: bytesOf(challenge), allowCredentials: described(allowCredentials) };
  const credential = await navigator.credentials.get({ publicKey }).catch((cause: unknown) => {
    throw failed(cause);
  });
  if (!(credential instanceof PublicKeyCredential)) throw failed(null);
  const { id, response } = credential;
  if (!(response instanceof AuthenticatorAssertionResponse)) throw failed(null);
  return {
    id,
    type: 'public-key',
    response: {
      clientDataJSON: base64urlOf(response.clientDataJSON),
      authenticatorData: base64urlOf(response.authenticatorData),
      signature: base64urlOf(response.signature),
      userHandle: base64urlOf(response.userHandle ?? new ArrayBuffer()),
    },
  };
}

/** @throws CallError if the person cancels or the device has a passkey of the account */
export async function createPasskey(options: CreationOptions): Promise<Attestation> {
  const publicKey = {
    ...options,
    challenge: bytesOf(options.challenge),
    user: { ...options.user, id: bytesOf(options.user.id) },
    excludeCredentials: described(options.excludeCredentials),
  };
  const credential = await navigator.credentials.create({ publicKey }).catch((cause: unknown) => {
    throw failed(cause);
  });
  if (!(credential instanceof PublicKeyCredential)) throw failed(null);
  const { id, response } = credential;
  if (!(response instanceof AuthenticatorAttestationResponse)) throw failed(null);
  return {
    id,
    type: 'public-key',
    response: {
      clientDataJSON: base64urlOf(response.clientDataJSON),
      attestationObject: base64urlOf(response.attestationObject),
      // Firefox before 119 has no such function.
      transports: response.getTransports?.() ?? [],
    },
  };
}
