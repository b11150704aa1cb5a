/** Who may import whom (docs/architecture.md): rooms, the order of the features, and what may reach a browser. */
import type { Breach, Import, Rule, Source } from './sources.ts';

/** Left never calls right. */
export const FEATURES: readonly string[] = [
  'languages',
  'programs',
  'metrics',
  'rate-limits',
  'mail',
  'audit',
  'companies',
  'tokens',
  'media',
  'transparency-log',
  'ledger',
  'referrals',
  'accounts',
  'auth',
  'approvals',
  'beneficiaries',
  'settings',
  'notifications',
  'saved-views',
  'purchases',
  'rewards',
  'messages',
  'refunds',
  'reconciliation',
  'audit-log',
  'members',
  'announcements',
  'reminders',
  'launch',
  'integrations',
  'dashboard',
  'exports',
  'health',
  'superadmin',
];

const LAYERS = {
  core: ['core'],
  /** What the browser needs of a call. Of its contract it imports types alone. */
  calls: ['core', 'calls', 'contract'],
  contract: ['core', 'calls', 'contract'],
  rules: ['core', 'calls', 'contract', 'rules'],
  store: ['core', 'calls', 'contract', 'store', 'db', 'scope'],
  mapper: ['core', 'calls', 'contract', 'rules', 'store', 'mapper'],
  service: [
    'core',
    'calls',
    'contract',
    'rules',
    'part',
    'store',
    'mapper',
    'service',
    'db',
    'scope',
    'config',
    'secrets',
  ],
  /** A file of a feature that `shape.ts` allows by name. */
  part: [
    'core',
    'calls',
    'contract',
    'rules',
    'part',
    'store',
    'mapper',
    'service',
    'db',
    'scope',
    'config',
    'secrets',
  ],
  config: ['core'],
  secrets: ['core', 'config'],
  /** Types only. */
  scope: ['core', 'config', 'secrets', 'db', 'part'],
  db: ['core', 'config', 'db'],
  http: ['core', 'calls', 'contract', 'rules', 'part', 'service', 'http', 'config', 'scope', 'secrets', 'db'],
  /** Puts the program together. */
  app: ['core', 'calls', 'contract', 'rules', 'part', 'store', 'service', 'db', 'config', 'scope', 'secrets', 'app'],
  server: ['core', 'http', 'server', 'app', 'config', 'scope'],
  cli: ['core', 'contract', 'rules', 'part', 'store', 'service', 'db', 'config', 'scope', 'secrets', 'app', 'cli'],
  island: ['core', 'calls', 'contract', 'rules', 'island', 'style'],
  layout: ['core', 'calls', 'contract', 'rules', 'part', 'service', 'http', 'scope', 'island', 'layout', 'style'],
  page: ['core', 'calls', 'contract', 'rules', 'part', 'service', 'http', 'scope', 'island', 'layout', 'style', 'page'],
  middleware: ['core', 'http', 'service', 'scope', 'app'],
  style: ['style'],
} as const;

type Layer = keyof typeof LAYERS;

/** Layers whose types stores and mappers may name: types are gone after compiling. */
const TYPES_FOR_ROWS: readonly Layer[] = ['rules', 'part', 'db', 'scope'];

/** Imports that the table forbids and that stay, each for a reason. */
const EXCEPTIONS: readonly { from: string; to: string; why: string }[] = [
  {
    from: 'src/lib/http/scope.ts',
    to: 'src/lib/companies/store.ts',
    why: 'opens the scope, so there is none yet to pass to a service',
  },
];

export interface Room {
  readonly layer: Layer;
  readonly feature: string | null;
}

/** Null for a file that belongs to no known room. */
export function roomOf(file: string): Room | null {
  const at = (layer: Layer): Room => ({ layer, feature: null });
  if (/\.css$|^src\/assets\//.test(file)) return at('style');
  if (file.startsWith('src/pages/')) return at('page');
  if (file.startsWith('src/islands/')) return at('island');
  if (file === 'src/middleware.ts') return at('middleware');
  if (/^src\/lib\/(app|housekeeping)\.ts$|^src\/lib\/db\/seed\.ts$|^src\/lib\/cli\/(demo\/|carry-over\.ts$)/.test(file))
    return at('app');
  const [, name] = /^src\/lib\/(config|secrets|scope)\.ts$/.exec(file) ?? [];
  if (name) return at(name as Layer);
  const [, room = '', rest = ''] = /^src\/lib\/([^/]+)\/(.+)$/.exec(file) ?? [];
  if (/^(core|db|http|server|cli|layout)$/.test(room)) return at(room as Layer);
  if (!FEATURES.includes(room)) return null;
  const [, kind] = /(?:^|[./-])(calls|contract|rules|store|mapper|service)\.ts$/.exec(rest) ?? [];
  return { layer: (kind ?? 'part') as Layer, feature: room };
}

function breachOf(source: Source, from: Room, imported: Import): string | null {
  const target = imported.target ?? '';
  const to = roomOf(target);
  if (!to) return /^src\/env\.d\.ts$/.test(target) ? null : `${target} is in no known room`;
  if (EXCEPTIONS.some((known) => known.from === source.path && known.to === target)) return null;
  if (from.layer === 'calls' && to.layer === 'contract' && !imported.typeOnly)
    return `calls may import types alone from a contract (${target})`;
  const isTypeOfRow = imported.typeOnly && /^(store|mapper)$/.test(from.layer) && TYPES_FOR_ROWS.includes(to.layer);
  if (!isTypeOfRow && !(LAYERS[from.layer] as readonly Layer[]).includes(to.layer)) {
    return `${from.layer} may not import ${to.layer} (${target})`;
  }
  if (from.feature && to.feature && from.feature !== to.feature) {
    const order = (feature: string): number => FEATURES.indexOf(feature);
    if (order(to.feature) > order(from.feature))
      return `${from.feature} may not call ${to.feature}, which is to its right`;
  }
  return null;
}

/** The layer table and the order of the features. */
export const layers: Rule = (source) => {
  if (!source.path.startsWith('src/') || source.path === 'src/env.d.ts') return [];
  const breach = (line: number, what: string): Breach => ({ rule: 'layers', path: source.path, line, what });
  const from = roomOf(source.path);
  if (!from) return [breach(1, 'this file is in no known room')];
  if (from.layer === 'style') return [];
  return source.imports.flatMap((imported) => {
    if (imported.target === null) return [];
    const at = imported.inScript ? ({ layer: 'island', feature: null } as const) : from;
    const scriptOfLayout =
      imported.inScript && roomOf(imported.target)?.layer === 'layout' && /\.(ts|js)$/.test(imported.target);
    const what = scriptOfLayout ? null : breachOf(source, at, imported);
    return what ? [breach(imported.line, what)] : [];
  });
};

const FOR_RULES = /^(zod\/mini|any-ascii|@noble\/(hashes|curves)\/.*)$/;
const FOR_BROWSERS =
  /^(zod\/mini|react|react\/.*|react-dom|react-dom\/.*|nanostores|@nanostores\/.*|ofetch|chart\.js|react-toastify\/.*|@noble\/(hashes|curves)\/.*|.*\.css)$/;

/** The first chain of imports from a file to something that it must not import, as file names. */
function wayOut(
  start: Source,
  first: Import,
  all: ReadonlyMap<string, Source>,
  isFine: (it: Import) => boolean,
): string[] | null {
  const seen = new Set([start.path]);
  const follow = (imported: Import): string[] | null => {
    if (imported.typeOnly) return null;
    if (imported.target === null) return isFine(imported) ? null : [imported.specifier];
    if (seen.has(imported.target)) return null;
    seen.add(imported.target);
    const layer = roomOf(imported.target)?.layer;
    if (layer && /^(db|http|server|cli|app|store|mapper|service|config|secrets)$/.test(layer)) return [imported.target];
    for (const next of all.get(imported.target)?.imports ?? []) {
      const way = follow(next);
      if (way) return [imported.target, ...way];
    }
    return null;
  };
  return follow(first);
}

/**
 * Browsers load everything that islands import, directly or through contracts, rules and core. None of these may import
 * code of the server, through any number of files.
 */
export const browserSafe: Rule = (source, all) => {
  const room = roomOf(source.path);
  const isPure = room && /^(core|calls|contract|rules)$/.test(room.layer);
  return source.imports.flatMap((imported) => {
    if (!isPure && room?.layer !== 'island' && !imported.inScript) return [];
    const way = wayOut(source, imported, all, ({ specifier }) => (isPure ? FOR_RULES : FOR_BROWSERS).test(specifier));
    if (!way) return [];
    return [{ rule: 'browser-safe', path: source.path, line: imported.line, what: `reaches ${way.join(' -> ')}` }];
  });
};
