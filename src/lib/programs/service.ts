/** The programs of the build that run in processes of their own (docs/architecture.md, One module graph). */
import fs from 'node:fs';
import path from 'node:path';

/**
 * The file of a program that runs in a process of its own. The built program has it in dist/server, above its chunks; tests and the
 * development server run its source.
 * @param folder of the source, `import.meta.dirname` of the caller
 * @param source name of the source in that folder
 * @param built name of the file in dist/server
 */
export function programFile(folder: string, source: string, built: string): string {
  const file = path.join(folder, source);
  if (fs.existsSync(file)) return file;
  for (let above = folder; ; above = path.dirname(above)) {
    const builtFile = path.join(above, built);
    if (fs.existsSync(builtFile)) return builtFile;
    if (above === path.dirname(above)) throw new Error(`${built} is missing in the built program`);
  }
}
