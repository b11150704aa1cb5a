import { defineConfig } from 'vitest/config';

/** Takes pictures instead of testing: `npm run screens`. */
export default defineConfig({
  resolve: { alias: { '@': new URL('../../src', import.meta.url).pathname } },
  test: {
    include: ['tests/screens/*.pictures.ts'],
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
