import { contract } from '../../core/contract.ts';
import { companyId, listQuery, optional, uuid } from '../../core/fields.ts';
import { fileTooLarge } from '../../core/upload-size.ts';
import { amountPaise, out, pageOf } from '../../core/wire.ts';
import * as z from '../../core/zod.ts';
import * as calls from './calls.ts';
import { COLUMN_MEANINGS, LINE_MEANINGS } from './meanings/contract.ts';

/* Reading and importing bank statements (docs/contract.md, Reconciliation). Days are `YYYY-MM-DD` in India. */

export type { ColumnMeaning, LineMeaning } from './meanings/contract.ts';

/** What a whole number in a column of amounts counts. */
export const UNITS = ['RUPEES', 'PAISE'] as const;
export type Unit = (typeof UNITS)[number];

export const DATE_ORDERS = ['DMY', 'MDY', 'YMD'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How the balances of a statement were checked (docs/contract.md, Reconciliation). */
export const BALANCE_CHECKS = ['RUNS', 'TOTALS', 'FILTERED', 'NONE'] as const;

/** Kinds of warnings, which refuse nothing. */
const WARNINGS = ['GAP', 'PERIOD', 'OPEN_END', 'NO_NUMBER', 'SETTLEMENT'] as const;

const COLUMNS_MAX = 64;
const columnIndex = z.int('A column is its number from 0.').check(z.gte(0), z.lt(COLUMNS_MAX));

/** The line of the header; the rows follow it. */
const headerLine = z.int().check(z.gte(0), z.lte(50_000));
/** Null where the file decides. */
const dateOrder = z.nullable(z.enum(DATE_ORDERS));

/** Which column means what: the meaning and the column's number from 0. Without columns they are proposed. */
const statementMapping = z.strictObject({
  kind: z._default(z.literal('STATEMENT'), 'STATEMENT'),
  headerLine,
  columns: z.partialRecord(z.enum(COLUMN_MEANINGS), columnIndex),
  /** Further columns whose text continues the narration. Without it their names decide. */
  moreNarration: z.optional(z.array(columnIndex).check(z.maxLength(COLUMNS_MAX))),
  /** Columns with figures that move no money. */
  ignored: z.optional(z.array(columnIndex).check(z.maxLength(COLUMNS_MAX))),
  dateOrder,
});
export type StatementMapping = z.output<typeof statementMapping>;

/** The same for a settlement file, whose meanings can be in several columns. */
const settlementMapping = z.strictObject({
  kind: z.literal('SETTLEMENT'),
  headerLine,
  columns: z.partialRecord(z.enum(LINE_MEANINGS), z.array(columnIndex).check(z.minLength(1), z.maxLength(COLUMNS_MAX))),
  /** Null where the file decides. */
  unit: z.nullable(z.enum(UNITS)),
  dateOrder,
});
export type SettlementMapping = z.output<typeof settlementMapping>;

/** Parsed from JSON in a multipart field. */
export const mapping = z.union([settlementMapping, statementMapping]);
export type Mapping = z.output<typeof mapping>;
export type FileKind = Mapping['kind'];

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const day = z.string().check(z.regex(DAY));

const problem = z.object({
  /** Of the file, from 1; 0 for the file as a whole. */
  line: z.number(),
  message: z.string(),
});

const previewRow = z.object({
  line: z.number(),
  date: day,
  side: z.enum(['CREDIT', 'DEBIT']),
  amount: out.money,
  references: z.array(z.string()),
  narration: z.string(),
});

const reading = z.object({
  draftId: z.string(),
  /** Name of the layout, such as 'HDFC'; '' for one that is not known. */
  layout: z.string(),
  /** The account that it is of; null while the admin has to choose. */
  beneficiaryId: z.nullable(z.string()),
  /** While the account is asked for: the one of the latest file of this layout. An admin says whether it is right. */
  proposedBeneficiaryId: z.nullable(z.string()),
  period: z.nullable(z.object({ from: day, to: day })),
  rows: z.number(),
  newRows: z.number(),
  knownRows: z.number(),
  /** Null where the file does not say. */
  opening: z.nullable(out.money),
  credits: out.money,
  debits: out.money,
  closing: z.nullable(out.money),
  balanceCheck: z.enum(BALANCE_CHECKS),
  /** The header's texts. */
  columns: z.array(z.string()),
  /** For each column the first text below its header, cut; '' for an empty column. */
  samples: z.array(z.string()),
  mapping,
  /** Columns from 0 with figures whose meaning has to be chosen before the import. */
  unnamedColumns: z.array(z.number()),
  /** What the file can be, as far as its columns say: a bank's statement, a settlement file of a payment aggregator, or either. */
  kinds: z.array(z.enum(['STATEMENT', 'SETTLEMENT'])),
  preview: z.array(previewRow),
  /** Of a settlement file of a payment aggregator: payments − fee − tax − returned + adjustments = net. Null for a bank's. */
  settlementFile: z.nullable(
    z.object({
      provider: z.string(),
      settlements: z.number(),
      payments: z.number(),
      /** Lines that the aggregator still holds: they are in no settlement, and come with a later file. */
      held: z.number(),
      gross: out.money,
      fee: out.money,
      tax: out.money,
      /** Refunds and chargebacks. */
      returned: out.money,
      adjustments: out.money,
      net: out.money,
    }),
  ),
  /** Rows that may be known from a statement of another layout, which says it in other words. The first 50. */
  unclear: z.array(
    z.object({
      line: z.number(),
      date: day,
      side: z.enum(['CREDIT', 'DEBIT']),
      amount: out.money,
      narration: z.string(),
      known: z.object({ date: day, narration: z.string() }),
    }),
  ),
  unclearCount: z.number(),
  /**
   * What speaks for missing rows, though nothing is wrong in the file. `GAP`: its balances do not continue those of the statements
   * before or after it. `PERIOD`: its rows end before the days that it covers. `OPEN_END`: it does not say where it ends. What speaks
   * for another reading. `NO_NUMBER`: no row has a number of a payment. `SETTLEMENT`: it looks like a settlement file.
   */
  warnings: z.array(z.object({ kind: z.enum(WARNINGS), message: z.string() })),
  /** What the admin has to decide before the import: read the file again with the answer. */
  question: z.nullable(z.enum(['ACCOUNT', 'MAPPING', 'DATE_ORDER', 'CREDIT_TOTAL', 'KNOWN_ROWS'])),
  /** Nothing is imported while there is one. The first 50. */
  problems: z.array(problem),
});
export type Reading = z.output<typeof reading>;

/** The most bytes of a statement. */
export const STATEMENT_BYTES_MAX = 10 * 1024 * 1024;
const statementTooLarge = (bytes: number): string =>
  `${fileTooLarge(bytes, STATEMENT_BYTES_MAX)} Please download a shorter period.`;

function parsedMapping(text: string): Mapping | null {
  try {
    const parsed = z.safeParse(mapping, JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const textOf = (form: FormData, field: string): string | undefined => {
  const sent = form.get(field);
  return typeof sent === 'string' && sent.trim() !== '' ? sent : undefined;
};

const FIELDS = ['statement', 'beneficiaryId', 'mapping', 'filteredCreditTotal', 'unclearRows', 'draftId', 'companyId'];

export interface StatementUpload {
  readonly file: File;
  readonly beneficiaryId?: string | undefined;
  readonly mapping?: Mapping | undefined;
  /** The bank's total of credits, of an export with credits alone or without balances. */
  readonly filteredCreditPaise?: bigint | undefined;
  /** Whether rows that may be known from a statement of another layout are known, or new. */
  readonly unclearRows?: 'KNOWN' | 'NEW' | undefined;
  /** Chosen by the client, to ask for the progress. */
  readonly draftId?: string | undefined;
}

const upload = z.pipe(
  z.custom<FormData>((sent) => sent instanceof FormData, 'Please send the statement as a form.'),
  z.transform((form, ctx): StatementUpload => {
    const refuse = (message: string): never => {
      ctx.issues.push({ code: 'custom', message, input: form });
      return z.NEVER;
    };
    const other = [...form.keys()].find((key) => !FIELDS.includes(key));
    if (other !== undefined) return refuse(`Unknown field: ${other.slice(0, 60)}.`);
    const sent = form.getAll('statement');
    const [file] = sent;
    if (!(file instanceof File)) return refuse('Please choose a bank statement.');
    if (sent.length > 1) return refuse('Please send one statement at a time.');
    if (file.size > STATEMENT_BYTES_MAX) return refuse(statementTooLarge(file.size));
    const ids = z.safeParse(z.object({ beneficiaryId: optional(uuid), draftId: optional(uuid) }), {
      beneficiaryId: textOf(form, 'beneficiaryId'),
      draftId: textOf(form, 'draftId'),
    });
    if (!ids.success) return refuse('This id is not valid.');
    const mappingText = textOf(form, 'mapping');
    const chosen = mappingText === undefined ? undefined : parsedMapping(mappingText);
    if (chosen === null) return refuse('The mapping of the columns is not valid.');
    const total = z.safeParse(optional(amountPaise()), textOf(form, 'filteredCreditTotal'));
    if (!total.success) return refuse('Please enter the total of the credits as an amount.');
    const unclearRows = z.safeParse(optional(z.enum(['KNOWN', 'NEW'])), textOf(form, 'unclearRows'));
    if (!unclearRows.success) return refuse('unclearRows must be KNOWN or NEW.');
    return { file, unclearRows: unclearRows.data, mapping: chosen, filteredCreditPaise: total.data, ...ids.data };
  }),
);

export const readStatement = contract(calls.readStatement, {
  input: upload,
  output: reading,
  fileBytesMax: STATEMENT_BYTES_MAX,
  accountLimit: { name: 'statements', max: 120, windowSeconds: 3600 },
  summary:
    'Reads a bank statement or a settlement file of a payment aggregator (CSV, TSV, XLS, XLSX or MT940, at most 10 MB) and checks ' +
    'its sums. Nothing is stored until it is imported.',
});

export const getProgress = contract(calls.getProgress, {
  input: z.object({ draft: uuid, companyId }),
  output: z.object({ percent: z.number() }),
  summary:
    'Returns how much of a statement was read, by the draft id that the client chose. 0 for a draft that is not known.',
});

export const importStatement = contract(calls.importStatement, {
  recentAuthentication: 'always',
  input: z.strictObject({ draftId: uuid, companyId }),
  output: z.object({ statementId: z.string(), newRows: z.number(), knownRows: z.number() }),
  creates: true,
  summary: 'Stores the rows of a statement that was read. The same draft again has the same answer.',
});

const statement = z.object({
  id: z.string(),
  beneficiaryId: z.string(),
  /** Such as 'HDFC Bank ••4417'. */
  account: z.string(),
  layout: z.string(),
  fileName: z.string(),
  period: z.object({ from: day, to: day }),
  rows: z.number(),
  newRows: z.number(),
  credits: out.money,
  debits: out.money,
  balanceCheck: z.enum(BALANCE_CHECKS),
  importedBy: z.string(),
  importedAt: out.time,
  /** A row of it was approved, assigned or marked, so that it cannot be deleted. */
  hasDecisions: z.boolean(),
});

export const listStatements = contract(calls.listStatements, {
  input: z.object({ page: listQuery.page, limit: listQuery.limit, companyId }),
  output: pageOf(statement),
  summary: 'Lists the imported statements, the newest first.',
});

export const deleteStatement = contract(calls.deleteStatement, {
  recentAuthentication: 'always',
  input: z.strictObject({ id: uuid, companyId }),
  output: z.null(),
  summary: 'Deletes a statement and the rows that only it has. One with a decided row cannot be deleted.',
});
