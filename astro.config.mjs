import { fileURLToPath } from 'node:url';
import node from '@astrojs/node';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig, passthroughImageService } from 'astro/config';
import { inlineScripts } from './scripts/inline-scripts.mjs';
import { islandScripts, writeIslandScripts } from './scripts/island-scripts.mjs';
import { islandsAsText } from './scripts/islands-as-text.mjs';
import { precompress } from './scripts/precompress.mjs';
import { clearEnvironment, settleManifest, withoutFolder } from './scripts/reproducible.mjs';

/**
 * Scripts that browsers load together, and how many must need a module. The first that fits takes it, with what it imports. The
 * rules of forms and their library are in none: they come with the first touch.
 */
const GROUPS = [
  // What pages without an island need, too.
  ['plain', 2, /\/src\/(islands\/language|lib\/core\/texts)\./],
  ['react', 1, /\/node_modules\/(react|react-dom|scheduler|@astrojs\/react|nanostores|@nanostores\/react)\//],
  // What almost every island needs, also those of the sign-in pages.
  [
    'base',
    20,
    /\/src\/(islands\/(ui\/(icons|Icon|Button|Refusal|useSubmit|Field|TextField|useForm)\.|useLazyComponent\.|(?!use|data|refresh)[^/]+$)|lib\/core\/(paths|durations|spec-texts)\.)/,
  ],
  ['dialogs', 8, /\/src\/islands\/ui\/(Modal|FormModal|ConfirmModal|TextArea)\./],
  [
    'screens',
    8,
    /\/src\/(islands\/(ui\/(EmptyState|Figures|LoadError)|data|usePolling)|lib\/core\/(format|money|text))\./,
  ],
  [
    'lists',
    6,
    /\/src\/(islands\/(ui\/(Table|Pagination|StatusBadge|useListState)|useClampPage)|lib\/core\/(pagination|list-url))\./,
  ],
];

const ROOT = fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '');

const PROGRAMS = {
  server: 'src/lib/server/main.ts',
  cli: 'src/lib/cli/main.ts',
  'hash-worker': 'src/lib/accounts/passwords/hashing/worker.ts',
  'statement-worker': 'src/lib/reconciliation/statement/reading/worker.ts',
  'pack-worker': 'src/lib/launch/packing/process/worker.ts',
};

/**
 * Adds the directive `client:soon`; adds the server, the command line, the thread that hashes passwords and the processes that
 * read statements and make launch packs to Astro's server build, so that pages and programs share their modules; precompresses
 * what browsers load; makes the build reproducible.
 */
const programs = {
  name: 'launchbook-programs',
  hooks: {
    'astro:config:setup': ({ addClientDirective, command }) => {
      if (command === 'build') clearEnvironment();
      addClientDirective({ name: 'soon', entrypoint: './src/lib/layout/soon.ts' });
    },
    'astro:build:setup': ({ target, updateConfig, vite }) => {
      if (target !== 'server') return;
      // Astro would name every input of this build after its own entry.
      const astroName = vite.build.rolldownOptions.output.entryFileNames;
      const entryFileNames = (chunk) => (Object.hasOwn(PROGRAMS, chunk.name) ? '[name].mjs' : astroName(chunk));
      updateConfig({
        environments: { ssr: { build: { rolldownOptions: { input: PROGRAMS, output: { entryFileNames } } } } },
      });
    },
    'astro:build:done': ({ dir }) => {
      precompress(fileURLToPath(dir));
      const server = fileURLToPath(new URL('../server/', dir));
      writeIslandScripts(server);
      settleManifest(server, ROOT);
    },
  },
};

export default defineConfig({
  output: 'server',
  adapter: node({ mode: 'middleware', staticHeaders: true, experimentalDisableStreaming: true }),
  session: false,
  trailingSlash: 'never',
  image: { service: passthroughImageService() },
  integrations: [react({ experimentalDisableStreaming: true }), programs],
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
    // The program reads its environment when it starts; a file `.env` has no place in the build.
    envDir: false,
    plugins: [tailwindcss(), inlineScripts(), islandScripts(), islandsAsText(), withoutFolder(ROOT)],
    resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
    // Without it the parts of chart.js that are not used come along: their classes read properties of others.
    build: { assetsInlineLimit: 0, rollupOptions: { treeshake: { propertyReadSideEffects: false } } },
    // Libraries of many small files: reading 450 of them took a third of each start.
    ssr: { noExternal: ['kysely', 'zod', '@noble/curves', '@noble/hashes', 'devalue'] },
    environments: {
      client: {
        build: {
          rollupOptions: {
            output: {
              codeSplitting: {
                groups: GROUPS.map(([name, minShareCount, test], nth) => ({
                  name,
                  minShareCount,
                  test,
                  priority: GROUPS.length - nth,
                })),
              },
            },
          },
        },
      },
    },
  },
});
