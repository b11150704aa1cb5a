/** The known layouts, by the names of their columns (docs/statements.md). An unknown layout is read by a mapping. */
import { labelOf } from './sheet.rules.ts';

interface KnownLayout {
  readonly name: string;
  readonly headers: readonly string[];
  /** It ends with its closing balance or a summary, so that a file without them is cut. */
  readonly hasEnd?: true;
}

const LAYOUTS: readonly KnownLayout[] = [
  {
    name: 'HDFC',
    headers: ['Date|Narration|Chq./Ref.No.|Value Dt|Withdrawal Amt.|Deposit Amt.|Closing Balance'],
    hasEnd: true,
  },
  {
    name: 'HDFC',
    headers: ['Date|Narration|Value Dat|Debit Amount|Credit Amount|Chq/Ref Number|Closing Balance'],
  },
  {
    name: 'ICICI',
    headers: [
      'S No.|Value Date|Transaction Date|Cheque Number|Transaction Remarks|Withdrawal Amount (INR )|Deposit Amount (INR )|Balance (INR )',
    ],
  },
  {
    name: 'ICICI Corporate',
    headers: [
      'No.|Transaction ID|Value Date|Txn Posted Date|ChequeNo.|Description|Cr/Dr|Transaction Amount(INR)|Available Balance(INR)',
    ],
  },
  { name: 'ICICI monthly', headers: ['DATE|MODE|PARTICULARS|DEPOSITS|WITHDRAWALS|BALANCE'] },
  { name: 'Axis', headers: ['Tran Date|CHQNO|PARTICULARS|DR|CR|BAL|SOL'] },
  {
    name: 'Axis Corporate',
    headers: [
      'S.NO|Transaction Date (dd/mm/yyyy)|Value Date (dd/mm/yyyy)|Particulars|Amount(INR)|Debit/Credit|Balance(INR)|Cheque Number|Branch Name(SOL)',
    ],
    hasEnd: true,
  },
  {
    name: 'Axis Smart',
    headers: [
      'S. No.|Transaction Date|Transaction ID|Transaction Serial Number|Cheque Number|Transaction Particulars|Remarks|Debit Amount|Credit Amount',
    ],
  },
  {
    name: 'SBI',
    headers: [
      'Txn Date|Value Date|Description|Ref No./Cheque No.|Debit|Credit|Balance',
      'Txn Date|Value Date|Description|Ref No./Cheque No.|Branch Code|Debit|Credit|Balance',
      'Date|Details|Ref No/Cheque No|Debit|Credit|Balance',
    ],
  },
  {
    name: 'Kotak',
    headers: [
      'Sl. No.|Transaction Date|Value Date|Description|Chq / Ref No.|Debit|Credit|Balance|Dr / Cr',
      'Sl. No.|Transaction Date|Value Date|Description|Chq / Ref No.|Amount|Dr / Cr|Balance|Dr / Cr',
    ],
  },
  { name: 'PNB', headers: ['Txn No.|Txn Date|Description|Branch Name|Cheque No.|Dr Amount|Cr Amount|Balance'] },
  {
    name: 'Bank of Baroda',
    headers: ['TRAN DATE|VALUE DATE|NARRATION|CHQ.NO.|WITHDRAWAL(DR)|DEPOSIT(CR)|BALANCE(INR)'],
  },
];

const keyOf = (cells: readonly string[]): string => cells.map(labelOf).filter(Boolean).join('|');
const BY_HEADER: ReadonlyMap<string, KnownLayout> = new Map(
  LAYOUTS.flatMap((layout) => layout.headers.map((header) => [keyOf(header.split('|')), layout] as const)),
);

/** The name of the layout with exactly these columns; '' for none. */
export const layoutOf = (header: readonly string[]): string => BY_HEADER.get(keyOf(header))?.name ?? '';

/** Whether every statement of the layout ends with its closing balance or a summary. */
export const hasEnd = (header: readonly string[]): boolean => BY_HEADER.get(keyOf(header))?.hasEnd === true;
