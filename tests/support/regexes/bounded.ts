/** Expressions that need the square of the length, and what keeps their texts short. Each is tried at that length. */
interface Bound {
  readonly file: string;
  /** As in the source, from its beginning. */
  readonly begins: string;
  readonly characters: number;
  readonly why: string;
}

const DECIMAL = 'the decimal of a bigint or of a numeric column of ours';
const LABEL = 'the name of a column, which `labelOf` cuts';
const labels = [
  '\\b(?:SETTLE\\w*|PAYOUT|TRANSFER)',
  '\\b(?:SETTLEMENT|PAYOUT',
  '\\bRRN\\b',
  '\\bUTR\\b',
  '\\bNET\\b',
  '\\b(?:PAYMENT',
];

export const BOUNDED: readonly Bound[] = [
  { file: 'src/lib/core/format.ts', begins: '\\B(?=(\\d{2})+$)', characters: 100, why: DECIMAL },
  { file: 'src/lib/core/format.ts', begins: '0+$', characters: 100, why: DECIMAL },
  { file: 'src/lib/core/money.ts', begins: '\\.?0+$', characters: 100, why: DECIMAL },
  { file: 'src/lib/launch/pack/files.ts', begins: '\\.?0+$', characters: 100, why: DECIMAL },
  {
    file: 'src/lib/http/island-scripts.ts',
    begins: '<astro-island',
    characters: 4_000,
    why: 'tags that the program writes: texts in them are escaped',
  },
  {
    file: 'src/lib/mail/rules.ts',
    begins: '^\\s*"?([^"<>]*?)"?\\s*<',
    characters: 1_000,
    why: 'MAIL_FROM, and the names of companies',
  },
  {
    file: 'src/lib/reconciliation/statement/dates.rules.ts',
    begins: '^(?:[ (/|;,[-]',
    characters: 80,
    why: 'LENGTH_MAX',
  },
  {
    file: 'src/lib/reconciliation/statement/summary.rules.ts',
    begins: '^(.*?)[\\s:=]+',
    characters: 200,
    why: 'INLINE_LENGTH_MAX',
  },
  ...labels.map((begins) => ({
    file: 'src/lib/reconciliation/settlements/guess.rules.ts',
    begins,
    characters: 512,
    why: LABEL,
  })),
];
