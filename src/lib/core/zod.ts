/**
 * `zod/mini` for the whole project. The content security policy forbids the `new Function` that zod would parse with, so it
 * is switched off here, before the first schema is made.
 */
import { config } from 'zod/mini';

config({ jitless: true });

export * from 'zod/mini';
