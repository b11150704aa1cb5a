import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readIslandScripts, scriptsOfIslands } from '../../src/lib/http/island-scripts.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'island-scripts-'));
beforeAll(() => {
  const imports = { '/client.js': ['/react.js'], '/Form.js': ['/react.js', '/base.js'], '/Guard.js': ['/flags.js'] };
  fs.writeFileSync(path.join(folder, 'island-scripts.json'), JSON.stringify(imports));
  readIslandScripts(folder);
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

const island = (name: string, client: string): string =>
  `<astro-island uid="1" component-url="/${name}.js" component-export="${name}" renderer-url="/client.js" props="{}" ssr client="${client}" opts="{}"></astro-island>`;

describe('scriptsOfIslands', () => {
  test.each([
    ['a page without islands', '<p>component-url="/Form.js"</p>', []],
    [
      'an island: React first, each script once',
      island('Form', 'load'),
      ['/react.js', '/client.js', '/base.js', '/Form.js'],
    ],
    ['one that hydrates soon', island('Form', 'soon'), ['/react.js', '/client.js', '/base.js', '/Form.js']],
    ['one that waits to be seen', island('Form', 'visible'), []],
    [
      'one that waits for an idle browser: behind the others, wherever it is in the page',
      island('Guard', 'idle') + island('Form', 'load'),
      ['/react.js', '/client.js', '/base.js', '/Form.js', '/flags.js', '/Guard.js'],
    ],
    ['an island that the build does not know', island('Other', 'load'), ['/react.js', '/client.js', '/Other.js']],
  ])('%s', (_, html, scripts) => {
    expect(scriptsOfIslands(html)).toEqual(scripts);
  });
});
