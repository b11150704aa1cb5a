/** Days of bank statements as screens show them. Apart from the other formats, which pages without statements load too. */
import { MONTHS } from './format.ts';
import { languageNow, translated } from './texts.ts';

/** A day of a bank statement, `YYYY-MM-DD`: '18 Nov'. Returns other text unchanged. */
export function formatBankDay(day: string): string {
  const [, , month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  const name = MONTHS[Number(month) - 1];
  if (name === undefined) return day;
  return `${Number(date)} ${languageNow() === 'en' ? name.slice(0, 3) : translated(name)}`;
}

/** The days of a statement: '1–20 Nov', '28 Oct – 20 Nov', and with years if they differ. */
export function formatBankPeriod({ from, to }: { readonly from: string; readonly to: string }): string {
  const [fromYear, toYear] = [from.slice(0, 4), to.slice(0, 4)];
  if (fromYear !== toYear) return `${formatBankDay(from)} ${fromYear} – ${formatBankDay(to)} ${toYear}`;
  if (from === to) return formatBankDay(to);
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  return isOneMonth ? `${Number(from.slice(8))}–${formatBankDay(to)}` : `${formatBankDay(from)} – ${formatBankDay(to)}`;
}
