import { defineConfig } from 'vitest/config';

/** No test but a way to see: `npm run screens`. */
export default defineConfig({
  resolve: { alias: { '@': new URL('../../src', import.meta.url).pathname } },
  test: {
    include: ['tests/screens/*.pictures.ts'],
    testTimeout: 900_000,
    hookTimeout: 300_000,
  },
});
