/** MT940 messages, one for each day, with a line break inside long narrations. */
import { sbiNarration } from './narrations.ts';
import { type Plan, rupees } from './plan.ts';

const comma = (paise: bigint): string => rupees(paise < 0n ? -paise : paise).replace('.', ',');
const yymmdd = (date: string): string => date.slice(2).replaceAll('-', '');

export function mt940Of(plan: Plan): string {
  const lines: string[] = [];
  let balancePaise = plan.openingPaise;
  const balance = (tag: string, date: string): string =>
    `:${tag}:${balancePaise < 0n ? 'D' : 'C'}${yymmdd(date)}INR${comma(balancePaise)}`;
  for (const [date, rows] of Map.groupBy(plan.rows, (row) => row.date)) {
    lines.push(':20:STMT', `:25:${plan.ifsc}/${plan.accountNumber}`, ':28C:1/1', balance('60F', date));
    for (const row of rows) {
      const mark = row.side === 'CREDIT' ? 'C' : 'D';
      const entry = date.slice(5).replace('-', '');
      lines.push(`:61:${yymmdd(date)}${entry}${mark}${comma(row.paise)}NTRFNONREF//${row.bankNumber}`);
      lines.push(...(`:86:${sbiNarration(row)}`.match(/.{1,65}/g) ?? []));
      balancePaise = row.balancePaise;
    }
    lines.push(balance('62F', date), '-');
  }
  return `${lines.join('\r\n')}\r\n`;
}
