/** Who may import whom (docs/architecture.md): rooms, the order of the features, and what may reach a browser. */
import type { Breach, Import, Rule, Source } from './sources.ts';

/** Left never calls right. */
export const FEATURES: readonly string[] = [
  'limits',
  'mail',
  'audit',
  'companies',
  'tokens',
  'media',
  'ledger',
  'referrals',
  'users',
  'auth',
  'proposals',
  'beneficiaries',
  'settings',
  'purchases',
  'members',
  'reconciliation',
  'launch',
  'stats',
  'exports',
  'platform',
];

const LAYERS = {
  core: ['core'],
  contract: ['core', 'contract', 'rules'],
  rules: ['core', 'contract', 'rules', 'part'],
  store: ['core', 'contract', 'rules', 'part', 'store', 'db', 'scope'],
  service: ['core', 'contract', 'rules', 'part', 'store', 'service', 'db', 'scope', 'config', 'secrets'],
  /** Another file of a feature: a piece of its rules or of its service, which its imports show. */
  part: ['core', 'contract', 'rules', 'part', 'store', 'service', 'db', 'scope', 'config', 'secrets'],
  config: ['core'],
  secrets: ['core', 'config'],
  /** Types only. */
  scope: ['core', 'config', 'secrets', 'db', 'part'],
  db: ['core', 'config', 'db'],
  http: ['core', 'contract', 'rules', 'part', 'service', 'http', 'config', 'scope', 'secrets', 'db'],
  /** Puts the program together. */
  app: ['core', 'rules', 'part', 'store', 'service', 'db', 'config', 'scope', 'secrets', 'app', 'contract'],
  server: ['core', 'http', 'server', 'app', 'config', 'scope'],
  cli: ['core', 'contract', 'rules', 'part', 'store', 'service', 'db', 'config', 'scope', 'secrets', 'app', 'cli'],
  island: ['core', 'contract', 'rules', 'island', 'style'],
  layout: ['core', 'contract', 'rules', 'part', 'service', 'http', 'scope', 'island', 'layout', 'style'],
  page: ['core', 'contract', 'rules', 'part', 'service', 'http', 'scope', 'island', 'layout', 'style', 'page'],
  middleware: ['core', 'http', 'service', 'scope', 'app'],
  style: ['style'],
} as const;

type Layer = keyof typeof LAYERS;

/** Imports that the table forbids and that stay, each for a reason. */
const EXCEPTIONS: readonly { from: string; to: string; why: string }[] = [
  {
    from: 'src/lib/http/scope.ts',
    to: 'src/lib/companies/store.ts',
    why: 'the scope is opened before there is one that a service could take',
  },
];

export interface Place {
  readonly layer: Layer;
  readonly feature: string | null;
}

/** Null for a file in no room that this table knows. */
export function placeOf(file: string): Place | null {
  const at = (layer: Layer): Place => ({ layer, feature: null });
  if (/\.css$|^src\/assets\//.test(file)) return at('style');
  if (file.startsWith('src/pages/')) return at('page');
  if (file.startsWith('src/islands/')) return at('island');
  if (file === 'src/middleware.ts') return at('middleware');
  if (/^src\/lib\/(app|housekeeping)\.ts$|^src\/lib\/db\/(seed|demo)[^/]*\.ts$|^src\/lib\/demo\//.test(file))
    return at('app');
  const [, name] = /^src\/lib\/(config|secrets|scope)\.ts$/.exec(file) ?? [];
  if (name) return at(name as Layer);
  const [, room = '', rest = ''] = /^src\/lib\/([^/]+)\/(.+)$/.exec(file) ?? [];
  if (/^(core|db|http|server|cli|layout)$/.test(room)) return at(room as Layer);
  if (!FEATURES.includes(room)) return null;
  const [, kind] = /(?:^|-)(contract|rules|store|service)\.ts$/.exec(rest) ?? [];
  return { layer: (kind ?? 'part') as Layer, feature: room };
}

function breachOf(source: Source, from: Place, it: Import): string | null {
  const target = it.target ?? '';
  const to = placeOf(target);
  if (!to) return /^src\/env\.d\.ts$/.test(target) ? null : `${target} is in no known room`;
  if (EXCEPTIONS.some((known) => known.from === source.path && known.to === target)) return null;
  if (!(LAYERS[from.layer] as readonly Layer[]).includes(to.layer)) {
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
  const from = placeOf(source.path);
  if (!from) return [breach(1, 'this file is in no known room')];
  if (from.layer === 'style') return [];
  return source.imports.flatMap((it) => {
    if (it.target === null) return [];
    const at = it.inScript ? ({ layer: 'island', feature: null } as const) : from;
    const scriptOfLayout = it.inScript && placeOf(it.target)?.layer === 'layout' && /\.(ts|js)$/.test(it.target);
    const what = scriptOfLayout ? null : breachOf(source, at, it);
    return what ? [breach(it.line, what)] : [];
  });
};

const FOR_RULES = /^(zod\/mini|@noble\/hashes\/.*)$/;
const FOR_BROWSERS =
  /^(zod\/mini|react|react\/.*|react-dom|react-dom\/.*|nanostores|@nanostores\/.*|ofetch|chart\.js|react-toastify\/.*|@noble\/hashes\/.*|.*\.css)$/;

/** The first way from a file to something that it must not carry along, as file names. */
function wayOut(
  start: Source,
  first: Import,
  all: ReadonlyMap<string, Source>,
  isFine: (it: Import) => boolean,
): string[] | null {
  const seen = new Set([start.path]);
  const follow = (it: Import): string[] | null => {
    if (it.typeOnly) return null;
    if (it.target === null) return isFine(it) ? null : [it.specifier];
    if (seen.has(it.target)) return null;
    seen.add(it.target);
    const layer = placeOf(it.target)?.layer;
    if (layer && /^(db|http|server|cli|app|store|service|config|secrets)$/.test(layer)) return [it.target];
    for (const next of all.get(it.target)?.imports ?? []) {
      const found = follow(next);
      if (found) return [it.target, ...found];
    }
    return null;
  };
  return follow(first);
}

/**
 * Islands carry everything that they reach to the browser; contracts, rules and core are reached by islands. None of
 * them may reach the server's side, over however many files.
 */
export const browserSafe: Rule = (source, all) => {
  const place = placeOf(source.path);
  const isPure = place && /^(core|contract|rules)$/.test(place.layer);
  return source.imports.flatMap((it) => {
    if (!isPure && place?.layer !== 'island' && !it.inScript) return [];
    const way = wayOut(source, it, all, ({ specifier }) => (isPure ? FOR_RULES : FOR_BROWSERS).test(specifier));
    if (!way) return [];
    return [{ rule: 'browser-safe', path: source.path, line: it.line, what: `reaches ${way.join(' -> ')}` }];
  });
};
