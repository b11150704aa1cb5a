/** The documents against the code: headings that comments cite, calls that the contract lists, the index of decisions. */
import fs from 'node:fs';
import { expect, test } from 'vitest';
import { FEATURES } from '../support/tidy/layers.ts';

const read = (file: string): string => fs.readFileSync(file, 'utf8');
const sources = ['src', 'tests', 'scripts', 'deploy'].flatMap((folder) =>
  fs
    .readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|tsx|astro|mjs|sql|css|js)$/.test(file) && !file.endsWith('documents.test.ts'))
    .map((file) => `${folder}/${file}`),
);

function headingsOf(file: string): ReadonlySet<string> {
  return new Set([...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading));
}

test('a heading of a document that a comment cites exists', () => {
  const documents = { product: headingsOf('docs/product.md'), contract: headingsOf('docs/contract.md') };
  const missing = sources.flatMap((file) =>
    [...read(file).matchAll(/docs\/(product|contract)\.md, ([A-Z][^.,;:)'`*\n]+)/g)].flatMap(
      ([, name = '', cited = '']) => {
        const headings = documents[name as keyof typeof documents];
        // The sentence may go on behind the heading.
        const parts = cited.trim().split(/\s+/);
        const isKnown = parts.some((_, at) => headings.has(parts.slice(0, at + 1).join(' ')));
        return isKnown ? [] : [`${file}: ${name}.md, ${cited}`];
      },
    ),
  );
  expect(missing).toEqual([]);
});

test('the contract lists every path of the API', () => {
  const contract = read('docs/contract.md');
  const paths = fs
    .readdirSync('src/pages/api/v1', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `/api/v1/${file.replace(/(\/index)?\.ts$/, '').replace('[id]', '{id}')}`);
  expect(paths.length).toBeGreaterThan(60);
  expect(paths.filter((path) => !contract.includes(`${path}\``))).toEqual([]);
});

test('the index lists every decision with its title, date and status', () => {
  const index = read('docs/decisions/README.md');
  const files = fs.readdirSync('docs/decisions').filter((file) => /^\d{4}-/.test(file));
  const rows = files.map((file) => {
    const [, number, title, date, status] =
      /^# (\d{4}) (.+)\n\n- Date: (\d{4}-\d{2}-\d{2})\n- Status: (.+)\n/.exec(read(`docs/decisions/${file}`)) ?? [];
    return `| ${number} | [${title}](${file}) | ${date} | ${status} |`;
  });
  expect(rows.filter((row) => !index.includes(row))).toEqual([]);
  expect(index.match(/^\| \d{4} \|/gm)).toHaveLength(files.length);
});

test('a decision that a document or a comment names exists', () => {
  const numbers = new Set(fs.readdirSync('docs/decisions').map((file) => file.slice(0, 4)));
  const documents = fs
    .readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'));
  const named = [...sources, ...documents.map((file) => `docs/${file}`)].flatMap((file) =>
    [...read(file).matchAll(/(?:[Dd]ecision |docs\/decisions\/)(\d{4})/g)].map(([, number = '']) => ({ file, number })),
  );
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
});

test('the architecture lists the features in their order', () => {
  const [, order = ''] = /```\n(languages <[^`]+)```/.exec(read('docs/architecture.md')) ?? [];
  expect(order.split(/[\s<]+/).filter(Boolean)).toEqual(FEATURES);
});

/** The example of docs/adding-a-feature.md, and patterns. */
const EXAMPLE = /reconciliation|NNNN|NAME|\*|decisions\/\d{4}$/;

test.each(['adding-a-feature', 'architecture', 'contract', 'product', 'writing'])(
  '%s.md names files that exist',
  (name) => {
    const text = read(`docs/${name}.md`);
    const named = [...text.matchAll(/`((?:deploy|docs|public|src|scripts|tests)\/[\w./[\]*-]+)`/g)].map(
      ([, file = '']) => file,
    );
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, file = '']) => `docs/${file}`);
    expect([...named, ...linked].filter((file) => !EXAMPLE.test(file) && !fs.existsSync(file))).toEqual([]);
  },
);
