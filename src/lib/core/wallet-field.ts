import { cleanLine } from './text.ts';
import { parseWallet, secretIn } from './wallet.ts';
import * as z from './zod.ts';

const MISSING = 'Please enter a wallet address.';
const WRONG = 'Please enter a valid wallet address: 0x and 40 characters of 0-9 and a-f.';
const LENGTH_MAX = 2_000;

/** No message repeats what was typed: with these secrets anybody can empty the wallet. */
export const WALLET_SECRETS = {
  key: 'This looks like a private key. Never type it anywhere, and never give it to anyone. The address of your wallet has 40 characters after 0x.',
  phrase:
    'This looks like a recovery phrase. Never type it anywhere, and never give it to anyone. The address of your wallet is 0x and 40 characters.',
} as const;

/** The format of an EVM address, as typed. The server checks the chain and the checksum. */
export const walletAddress = z.string(MISSING).check(
  z.overwrite(cleanLine),
  z.minLength(1, { error: MISSING, abort: true }),
  z.maxLength(LENGTH_MAX, { error: WRONG, abort: true }),
  z.refine((text: string) => secretIn(text) !== 'key', { error: WALLET_SECRETS.key, abort: true }),
  z.refine((text: string) => secretIn(text) !== 'phrase', { error: WALLET_SECRETS.phrase, abort: true }),
  z.refine((text: string) => parseWallet(text) !== null, WRONG),
);
