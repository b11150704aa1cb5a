/** A member's orders and stock entries as the lines of one statement. */
import { formatDateTime } from '../../core/format.ts';
import { formatPaise } from '../../core/money.ts';
import { t, translated } from '../../core/texts.ts';
import type { Column } from '../rules.ts';
import type { EntryRow, OrderRow } from './store.ts';

/** An order, or an entry of the stock with the stock after it, in whole tokens. */
export type Line =
  | { readonly at: Date; readonly order: OrderRow; readonly entry?: never }
  | { readonly at: Date; readonly entry: EntryRow; readonly balance: bigint; readonly order?: never };

/** The oldest first; an order before what it credited. @param rows both in the order of their times */
export function linesOf(rows: { readonly orders: readonly OrderRow[]; readonly entries: readonly EntryRow[] }): Line[] {
  let balance = 0n;
  const entries = rows.entries.map((entry): Line => {
    balance += entry.quantity;
    return { at: entry.created_at, entry, balance };
  });
  const orders = rows.orders.map((order): Line => ({ at: order.created_at, order }));
  return [...orders, ...entries].sort((a, b) => a.at.getTime() - b.at.getTime());
}

function whatOf({ entry }: Line): string {
  if (!entry) return t('Order');
  if (entry.quantity < 0n) return t('Stock taken back');
  return entry.is_reward ? t('Reward credited') : t('Stock credited');
}

const METHODS: Readonly<Record<string, string>> = { BANK: 'Bank transfer', MANUAL: 'Manual payment', CRYPTO: 'Crypto' };
const methodOf = (method: string): string => translated(METHODS[method] ?? method);
const statusOf = (status: string): string => translated(status.charAt(0) + status.slice(1).toLowerCase());

const ofEntry = (take: (entry: EntryRow) => bigint) => (line: Line) => (line.entry ? String(take(line.entry)) : null);
const paise = (take: (order: OrderRow) => bigint) => (line: Line) =>
  line.order ? formatPaise(take(line.order)) : null;

/** In the language at work. Two columns instead of a sign, because no cell may start with a sign. */
export function statementColumns(): readonly Column<Line>[] {
  const text = (head: string, value: Column<Line>['value']): Column<Line> => ({ head, kind: 'text', width: 20, value });
  const money = (head: string, value: Column<Line>['value']): Column<Line> => ({ ...text(head, value), kind: 'money' });
  const tokens = (head: string, value: Column<Line>['value']): Column<Line> => ({
    ...text(head, value),
    kind: 'quantity',
  });
  return [
    text(t('Time (India)'), (line) => formatDateTime(line.at)),
    text(t('What'), whatOf),
    text(t('Order #'), (line) => (line.order ?? line.entry).order_number),
    text(t('Status'), (line) => (line.order ? statusOf(line.order.status) : null)),
    text(t('Payment Method'), (line) => (line.order ? methodOf(line.order.payment_method) : null)),
    text(t('UTR or Transaction Number'), (line) => line.order?.reference_number ?? null),
    money(
      t('Order Amount'),
      paise((order) => order.order_amount_paise),
    ),
    money(
      t('Platform Fees'),
      paise((order) => order.fee_paise),
    ),
    money(
      t('Total Amount'),
      paise((order) => order.final_amount_paise),
    ),
    text(t('Receipt number'), (line) => line.order?.receipt_number ?? null),
    tokens(
      t('Tokens in'),
      ofEntry(({ quantity }) => (quantity > 0n ? quantity : 0n)),
    ),
    tokens(
      t('Tokens out'),
      ofEntry(({ quantity }) => (quantity < 0n ? -quantity : 0n)),
    ),
    tokens(t('Stock after it'), (line) => (line.entry ? String(line.balance) : null)),
    text(t('Transaction Hash'), (line) => line.entry?.hash ?? null),
  ];
}
