import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { build as viteBuild } from 'vite';
import { precompress } from './scripts/precompress.mjs';
import { slimContracts } from './scripts/slim-contracts.mjs';

/**
 * Bundles the thin server and the command line beside Astro's handler, so that production runs plain JavaScript, and packs
 * what browsers get.
 */
const programs = {
  name: 'launchbook-programs',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      precompress(fileURLToPath(dir));
      await viteBuild({
        configFile: false,
        logLevel: 'warn',
        publicDir: false,
        resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
        build: {
          ssr: true,
          outDir: 'dist/programs',
          emptyOutDir: true,
          target: 'node22',
          rollupOptions: {
            input: { server: 'src/lib/server/main.ts', cli: 'src/lib/cli/main.ts' },
            output: { format: 'es', entryFileNames: '[name].mjs' },
          },
        },
      });
    },
  },
};

/** Asked before the adapter's own, under whose name it goes. */
const reactOnServer = {
  name: 'launchbook-react',
  hooks: {
    'astro:config:setup': ({ addRenderer }) =>
      addRenderer({
        name: '@astrojs/react',
        clientEntrypoint: '@astrojs/react/client.js',
        serverEntrypoint: fileURLToPath(new URL('./src/lib/layout/react-server.ts', import.meta.url)),
      }),
  },
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true }),
  session: false,
  trailingSlash: 'never',
  image: { service: passthroughImageService() },
  integrations: [reactOnServer, react(), programs],
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
    plugins: [tailwindcss(), slimContracts],
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
