import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { inlineScripts } from './scripts/inline-scripts.mjs';
import { precompress } from './scripts/precompress.mjs';

const PROGRAMS = {
  server: 'src/lib/server/main.ts',
  cli: 'src/lib/cli/main.ts',
  'hash-worker': 'src/lib/accounts/passwords/hashing/worker.ts',
  'statement-worker': 'src/lib/reconciliation/statement/reading/worker.ts',
  'pack-worker': 'src/lib/launch/packing/process/worker.ts',
};

/**
 * Adds the server, the command line, the thread that hashes passwords and the processes that read statements and make launch packs to Astro's server build, so that pages and programs
 * share their modules, and precompresses what browsers load.
 */
const programs = {
  name: 'launchbook-programs',
  hooks: {
    'astro:build:setup': ({ target, updateConfig, vite }) => {
      if (target !== 'server') return;
      // Astro would name every input of this build after its own entry.
      const astroName = vite.build.rolldownOptions.output.entryFileNames;
      const entryFileNames = (chunk) => (Object.hasOwn(PROGRAMS, chunk.name) ? '[name].mjs' : astroName(chunk));
      updateConfig({
        environments: { ssr: { build: { rolldownOptions: { input: PROGRAMS, output: { entryFileNames } } } } },
      });
    },
    'astro:build:done': ({ dir }) => precompress(fileURLToPath(dir)),
  },
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true }),
  session: false,
  trailingSlash: 'never',
  image: { service: passthroughImageService() },
  integrations: [react(), programs],
  devToolbar: { enabled: false },
  security: {
    checkOrigin: false,
    csp: {
      algorithm: 'SHA-256',
      directives: [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
      ],
    },
  },
  vite: {
    plugins: [tailwindcss(), inlineScripts()],
    resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
    // Without it the parts of chart.js that are not used come along: their classes read properties of others.
    build: { assetsInlineLimit: 0, rollupOptions: { treeshake: { propertyReadSideEffects: false } } },
    environments: {
      client: {
        build: {
          rollupOptions: {
            output: {
              codeSplitting: {
                groups: [{ name: 'react', test: /node_modules\/(react|react-dom|scheduler|@astrojs\/react)\// }],
              },
            },
          },
        },
      },
    },
  },
});
