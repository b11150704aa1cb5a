/** `import text from './script.ts?inline-script'`: the script with all that it imports, as one text for a page of one file. */
import { build } from 'vite';

const QUERY = '?inline-script';
const PREFIX = '\0inline-script:';

async function bundle(file) {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: { input: file, output: { format: 'iife' } },
    },
  });
  const [chunk] = result.output;
  // Inside <script>, this would end it.
  return chunk.code.trim().replaceAll('</script', '<\\/script');
}

export function inlineScripts() {
  return {
    name: 'launchbook-inline-scripts',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith(QUERY)) return null;
      const target = await this.resolve(source.slice(0, -QUERY.length), importer);
      return target && PREFIX + target.id;
    },
    async load(id) {
      if (!id.startsWith(PREFIX)) return null;
      const file = id.slice(PREFIX.length);
      this.addWatchFile(file);
      return `export default ${JSON.stringify(await bundle(file))};`;
    },
  };
}
