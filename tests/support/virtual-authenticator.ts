/** Chromium's virtual authenticator: a device with passkeys, and a person who agrees to everything. */
import type { Page } from 'playwright';

type Stored = Awaited<ReturnType<VirtualAuthenticator['credentials']>>;

export interface VirtualAuthenticator {
  /** Whether the device recognises the person, as by a finger. */
  setVerified(isVerified: boolean): Promise<void>;
  credentials(): Promise<
    { credentialId: string; isResidentCredential: boolean; privateKey: string; signCount: number; rpId?: string }[]
  >;
  /** Copies passkeys of another device, as they are synchronised. */
  add(credentials: Stored): Promise<void>;
}

export async function addAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: async (isUserVerified) => {
      await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
    credentials: async () => (await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    add: async (credentials) => {
      for (const credential of credentials)
        await session.send('WebAuthn.addCredential', { authenticatorId, credential });
    },
  };
}
