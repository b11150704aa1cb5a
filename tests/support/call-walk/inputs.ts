/** Valid and nearly valid inputs for a call, from its contract, its example and what was seen. */
import type { Contract } from '../../../src/lib/core/contract.ts';
import {
  ACCOUNT_REASONS,
  CANCEL_REASONS,
  READY_QUESTIONS,
  REASONS,
  REVERSAL_REASONS,
  REWARD_REASONS,
} from '../../../src/lib/core/ready-sentences.ts';
import { inputExample } from '../../../src/lib/http/openapi/examples.ts';
import { CALLS, type NamedContract } from '../../../src/lib/http/openapi/operations.ts';
import { type JsonSchema, schemaOf } from '../../../src/lib/http/openapi/schema.ts';
import { PASSWORD } from '../accounts.ts';
import { freshOrder, freshReference } from '../purchases.ts';
import type { Draw } from './draw.ts';
import { type Pool, type Seen, tagsOf } from './pool.ts';

export interface WalkCall extends NamedContract {
  readonly schema: JsonSchema;
  readonly example: Readonly<Record<string, unknown>>;
}

const EXAMPLE_TOKEN = { name: 'Cowl', symbol: 'COWL' };
/** What ends the attacker's own session or account, which opens nothing to anybody. */
const OWN_END = /logout|sessions?\/(end|revoke)|deletion\/request/;

const isUpload = ({ contract }: NamedContract): boolean => contract.from === 'upload';
/** Every call of the API that says what it takes. */
export const WALK_CALLS: readonly WalkCall[] = CALLS.filter(({ contract }) => !OWN_END.test(contract.path)).map(
  (call) => ({
    ...call,
    schema: isUpload(call) ? {} : schemaOf(call.contract.input, 'input'),
    example: isUpload(call) ? {} : inputExample(call, EXAMPLE_TOKEN),
  }),
);

/** The fields of one of the forms that an input may have. */
function fieldsOf(schema: JsonSchema, draw: Draw): Record<string, JsonSchema> {
  const forms = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])];
  const form = draw.of(forms);
  return { ...schema.properties, ...(form && fieldsOf(form, draw)) };
}
const requiredOf = (schema: JsonSchema): readonly string[] => [
  ...(schema.required ?? []),
  ...[...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap(requiredOf),
];

const LONG = 'x'.repeat(20_000);
const ODD: readonly unknown[] = ['', ' ', null, -1, 0, 1e21, '-1', '0', '99999999999', LONG, [], {}, true, '٣', "'--"];
const RUPEES = [100, 400, 700, 1000, 5000, 6000, 12_000, 50_000] as const;

interface Made {
  readonly input: Record<string, unknown>;
  /** It names no row, because none was seen that it could be about. */
  readonly isVain: boolean;
  /** The object that it is about; absent where the call names none. */
  readonly about?: Seen | undefined;
}

/** Sentences that one admin may send to a buyer under two-admin rules: the screens show them. */
const READY = [
  ...REASONS,
  ...REVERSAL_REASONS,
  ...ACCOUNT_REASONS,
  ...CANCEL_REASONS,
  ...REWARD_REASONS,
  ...READY_QUESTIONS,
];
const OWN_ACCOUNT: Readonly<Record<string, string>> = {
  upi: 'self@attacker',
  accountNumber: '50100099887766',
  accountNumberAgain: '50100099887766',
  ifscCode: 'HDFC0000001',
};

/** What an attacker who wants something fills in, where the example says nothing of it. */
function wishes(name: string, schema: JsonSchema, draw: Draw): unknown {
  const choices = schema.enum ?? schema.anyOf?.flatMap((it) => it.enum ?? []) ?? [];
  if (choices.length > 0) return draw.of(choices);
  if (/^(password|currentPassword)$/.test(name)) return PASSWORD;
  if (name === 'newPassword') return `${PASSWORD} ${draw.below(3)}`;
  if (name === 'reason') return draw.of(READY);
  if (name in OWN_ACCOUNT) return OWN_ACCOUNT[name];
  if (name === 'email') return `self-${draw.below(4)}@attacker.example.com`;
  if (schema.type === 'boolean') return draw.isOneIn(2);
  return undefined;
}

/** @param by whose session makes the call. @param password of its account; null where it is not known */
export function inputFor(
  by: string,
  { name, contract, schema, example }: WalkCall,
  pool: Pool,
  draw: Draw,
  password: string | null = PASSWORD,
): Made {
  const fields = fieldsOf(schema, draw);
  const topics = tagsOf(contract.path);
  const ids = Object.keys(fields).filter((it) => /^id$|[a-z]Ids?$|^ids$/.test(it) && !isOrder(it, fields));
  const main =
    ids.length > 0 || /update/.test(contract.path)
      ? pool.pick(by, name, { topics, fields: Object.keys(fields) }, draw)
      : undefined;
  const input: Record<string, unknown> = {};
  // A call says what is missing only when it is: an update takes a whole object, and an id is always needed.
  const isWhole = /update|edit/.test(contract.path);
  const needed = [...requiredOf(schema), ...(draw.isOneIn(20) ? [] : ids)];
  for (const [field, form] of Object.entries(fields)) {
    if (field === 'companyId') continue;
    const isNeeded = needed.includes(field) || (isWhole && !draw.isOneIn(6)) || field in OWN_ACCOUNT;
    if (!isNeeded && draw.isOneIn(3) && !(field in (main?.fields ?? {}))) continue;
    const isOrderNumber = isOrder(field, fields);
    const value = valueFor({ by, name, field, form, topics, main, pool, draw, example, isOrderNumber });
    if (value !== undefined) input[field] = value;
  }
  for (const field of ['password', 'currentPassword'])
    if (field in input) input[field] = password ?? 'a guess of 7 topics';
  if ('purchaseAmount' in input) setAmounts(input, draw);
  if (draw.isOneIn(12)) spoil(input, pool, draw);
  return { input, about: main, isVain: main === undefined && needed.some((it) => ids.includes(it)) };
}

interface FieldToFill {
  readonly by: string;
  readonly name: string;
  readonly field: string;
  readonly form: JsonSchema;
  readonly topics: readonly string[];
  readonly main: Seen | undefined;
  readonly pool: Pool;
  readonly draw: Draw;
  readonly example: Readonly<Record<string, unknown>>;
  readonly isOrderNumber: boolean;
}

/** `purchaseId` of an order is its number, which the buyer invents. */
const isOrder = (field: string, fields: Readonly<Record<string, unknown>>): boolean =>
  field === 'purchaseId' && 'purchaseAmount' in fields;

/** The word of the rows that a field names. */
const kindOf = (field: string): string => {
  const word = field.replace(/Id$/, '').toLowerCase();
  return word === 'user' ? 'member' : word;
};

function valueFor(fill: FieldToFill): unknown {
  const { by, name, field, form, topics, main, pool, draw, example, isOrderNumber } = fill;
  if (form.const !== undefined) return form.const;
  if (form.type === 'null') return undefined;
  const own = main?.fields[field];
  if (/(^id|Id)$/.test(field) && field !== 'chainId' && !isOrderNumber) {
    if (own !== undefined && !draw.isOneIn(12)) return own;
    const seen = field === 'id' ? main : pool.pick(by, `${name} ${field}`, { topics: [kindOf(field)] }, draw);
    return seen?.fields[field] ?? seen?.fields.id;
  }
  if (/^ids$|Ids$/.test(field)) {
    const picked = [main, draw.isOneIn(3) ? pool.pick(by, name, { topics }, draw) : undefined].flatMap(
      (it) => it?.fields.id ?? [],
    );
    return form.type === 'array' || form.anyOf ? [...new Set(picked)] : picked[0];
  }
  if (form.type === 'array' && form.items?.properties) {
    const seen = pool.pick(by, `${name} ${field}`, { topics: [...topics, field] }, draw);
    const items = Object.entries(form.items.properties).map(([key, it]) => [
      key,
      valueFor({ ...fill, field: key, form: it, main: seen, isOrderNumber: false }),
    ]);
    return [Object.fromEntries(items)];
  }
  if (/version$/i.test(field) && own !== undefined && !draw.isOneIn(12)) return own;
  // What an object says of itself is mostly left as it is; sometimes one field of it is changed.
  if (own !== undefined && own !== null && !draw.isOneIn(4)) return own;
  const wish = wishes(field, form, draw);
  const isMeant = /password/i.test(field) || (field === 'reason' ? !draw.isOneIn(6) : draw.below(3) > 0);
  if (wish !== undefined && (isMeant || example[field] === undefined)) return wish;
  if (draw.isOneIn(6)) {
    const others = pool.valuesOf(field).filter((it) => typeof it === typeof example[field]);
    if (others.length > 0) return draw.of(others);
  }
  return example[field] ?? wish ?? draw.of(pool.valuesOf(field).filter((it) => typeof it === form.type));
}

/** The three amounts of an order agree, and its number and reference are new, unless they are spoiled. */
function setAmounts(input: Record<string, unknown>, draw: Draw): void {
  const rupees = draw.of(RUPEES) ?? 100;
  input.purchaseAmount = String(rupees);
  if ('amount' in input) input.amount = (rupees * 1.18).toFixed(2);
  if ('purchaseId' in input) input.purchaseId = freshOrder();
  if ('referenceNumber' in input && draw.below(3) > 0) input.referenceNumber = freshReference();
}

/** Makes one field of an input wrong, or another's. */
function spoil(input: Record<string, unknown>, pool: Pool, draw: Draw): void {
  const field = draw.of(Object.keys(input));
  if (field === undefined) return;
  if (draw.isOneIn(6)) input.companyId = '00000000-0000-4000-8000-000000000001';
  else if (draw.isOneIn(4)) delete input[field];
  else if (draw.isOneIn(2)) input[field] = draw.of(pool.valuesOf(field)) ?? draw.of(ODD);
  else input[field] = draw.of(ODD);
}

/** What a list or a detail needs, and nothing that filters it. */
export function lookFor(by: string, call: WalkCall, pool: Pool, draw: Draw): Record<string, unknown> {
  const { input } = inputFor(by, call, pool, draw);
  const needed = new Set([...requiredOf(call.schema), 'id', 'purchaseId', 'userId']);
  const filtered = Object.entries(input).filter(([field]) => needed.has(field));
  return { ...Object.fromEntries(filtered), ...('limit' in (call.schema.properties ?? {}) && { limit: 50 }) };
}

export const isRead = ({ method }: Pick<Contract, 'method'>): boolean => method === 'GET';
