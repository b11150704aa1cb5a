/* Where passkeys work, and their limits (docs/contract.md, Passkeys). */
import { t } from '../../core/texts.ts';

export const PASSKEY_POLICY = {
  /** How long a challenge is valid: the browser's own dialogs take their time. */
  challengeSeconds: 300,
  perAccountMax: 10,
} as const;

/** The platform's own address, as its passkeys see it. */
export interface PasskeySite {
  readonly origin: string;
  /** The host name that browsers bind passkeys to; null if there are none for this address. */
  readonly rpId: string | null;
  /** Why there are none under the address of this request; null if there are. */
  readonly problem: string | null;
}

/**
 * Browsers accept a host name and no IP address as the RP ID, and offer passkeys only over https or on the machine itself
 * (WebAuthn Level 3, 5.1.3).
 */
export function rpIdOf(origin: string): string | null {
  const { hostname, protocol } = new URL(origin);
  if (isIpAddress(hostname)) return null;
  return protocol === 'https:' || /(^|\.)localhost$/.test(hostname) ? hostname : null;
}

const isIpAddress = (hostname: string): boolean => hostname.startsWith('[') || /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);

/** The sentence for a page of another address. */
export function elsewhere(origin: string): string {
  return t('Passkeys work only at {origin}. Please open the site there.', { origin });
}

/**
 * @param origin the platform's own
 * @param isOwnHost whether the request came under the platform's own host and not under a company's
 */
export function passkeySiteOf(origin: string, isOwnHost: boolean): PasskeySite {
  const rpId = rpIdOf(origin);
  if (rpId !== null) return { origin, rpId, problem: isOwnHost ? null : elsewhere(origin) };
  const problem = isIpAddress(new URL(origin).hostname)
    ? t('Passkeys need a host name. This site is reached by its IP address.')
    : t('Passkeys need a secure connection. This site is reached without https.');
  return { origin, rpId, problem };
}
