/** A statement that comes as MT940 messages, which need no mapping. */

import { checkBalances } from '../checks.rules.ts';
import { isMt940, parseMt940 } from '../mt940.rules.ts';
import { readingWarnings } from '../warnings.rules.ts';
import { comparedWith, type ReadOptions, type StatementReading } from './rules.ts';

/** Null for text of another format. */
export function readMessage(text: string, options: ReadOptions): StatementReading | null {
  if (!isMt940(text)) return null;
  const message = parseMt940(text);
  const rows = [...message.rows];
  const { openingPaise, closingPaise } = message;
  const stated = {
    openingPaise,
    closingPaise,
    creditsPaise: null,
    debitsPaise: null,
    creditCount: null,
    debitCount: null,
  };
  const checked = checkBalances(rows, stated, options.filteredCreditPaise);
  const problems = message.problems.length > 0 ? [...message.problems] : [...checked.problems];
  if (rows.length === 0 && problems.length === 0)
    problems.push({ line: 0, message: 'This statement has no transactions.' });
  const days = rows.map((row) => row.date).sort();
  const [from, to] = [days[0], days.at(-1)];
  const reading: StatementReading = {
    layout: 'MT940',
    columns: [],
    samples: [],
    mapping: { kind: 'STATEMENT', headerLine: 0, columns: {}, dateOrder: null },
    kinds: ['STATEMENT'],
    period: from !== undefined && to !== undefined ? { from, to } : null,
    accountNumber: message.accountNumber,
    ifsc: message.ifsc,
    rows,
    openingPaise,
    closingPaise,
    creditsPaise: checked.creditsPaise,
    debitsPaise: checked.debitsPaise,
    balanceCheck: checked.balanceCheck,
    problems,
    isEndProven: true,
    isMappingCertain: true,
    unnamedColumns: [],
    warnings: readingWarnings(rows),
    question: null,
  };
  return options.account === null ? reading : comparedWith(reading, options.account);
}
