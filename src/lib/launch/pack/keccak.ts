/** Keccak-256 of OpenSSL, which is several times as fast as JavaScript (decision 0340). */
import { hash } from 'node:crypto';

/** 32 bytes. */
export const keccak256 = (bytes: Uint8Array): Buffer => hash('keccak-256', bytes, 'buffer');
