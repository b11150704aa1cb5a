import { formatQuantity, formatRupees, percentText } from '@/lib/core/format.ts';
import { parsePaise } from '@/lib/core/money.ts';
import { spacedMobile } from '@/lib/core/spaced-mobile.ts';
import { languageNow, t } from '@/lib/core/texts.ts';
import type { Receipt } from '@/lib/purchases/receipt/contract.ts';
import { amountInHindi } from '@/lib/purchases/receipt/hindi-amount.rules.ts';
import { isImplausibleClaim } from '@/lib/purchases/rules.ts';
import { DateTime, Money } from '../../ui/Figures.tsx';
import { rich } from '../../ui/rich.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { methodLabel } from './paymentQuery.ts';

interface ReceiptSheetProps {
  receipt: Receipt;
  logoUrl: string;
  /** The newest signed checkpoint of the ledger, a note of several lines; null before the first one. */
  checkpoint: string | null;
}

/** An implausible claim has no place on a receipt, which others would read as proof of that sum. */
const isStatedShown = ({ amount, totalAmount }: Receipt): boolean =>
  amount !== totalAmount && !isImplausibleClaim(parsePaise(totalAmount) ?? 0n, parsePaise(amount) ?? 0n);

/** The printable receipt. Rendered on the server only: it has no controls. */
export function ReceiptSheet({ receipt, logoUrl, checkpoint }: ReceiptSheetProps) {
  return (
    <article className="card receipt grid gap-8 sm:p-10 print:border-0 print:p-0" aria-labelledby="receipt-title">
      {receipt.cancelled && (
        <div className="grid gap-2 rounded-lg border-2 border-dashed border-line p-4 text-sm" role="note">
          <p className="flex flex-wrap items-center gap-3 text-base font-semibold">
            <StatusBadge status="REVERSED" /> {t('This receipt is cancelled.')}
          </p>
          <p>
            {rich('The approval was reversed on {day}, and the tokens were removed.', {
              day: <DateTime value={receipt.cancelled.at} />,
            })}
          </p>
          <p className="wrap-anywhere">{rich('Reason: {text}', { text: <bdi>{receipt.cancelled.reason}</bdi> })}</p>
        </div>
      )}
      <ReceiptHead receipt={receipt} logoUrl={logoUrl} />
      <ReceiptParties receipt={receipt} />
      <ReceiptAmounts receipt={receipt} />
      {receipt.transactionHash && (
        <div className="grid gap-1 text-sm">
          <p className="text-muted">{t('Stock credited, transaction hash')}</p>
          <code className="break-all">{receipt.transactionHash}</code>
        </div>
      )}
      {checkpoint !== null && <LedgerCheckpoint note={checkpoint} />}
      <p className="border-t border-line pt-4 text-xs text-muted">
        {receipt.cancelled
          ? t('Computer-generated receipt. It has been cancelled and confirms no payment.')
          : t('Computer-generated receipt; no signature required. It confirms a payment and is not a tax invoice.')}
      </p>
    </article>
  );
}

function ReceiptHead({ receipt, logoUrl }: Pick<ReceiptSheetProps, 'receipt' | 'logoUrl'>) {
  const { company } = receipt;
  return (
    <header className="grid items-start gap-6 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="flex gap-3">
        <img src={logoUrl} alt="" width="44" height="44" className="size-11 flex-none" />
        <address className="grid text-sm max-sm:text-base text-muted not-italic">
          <strong className="text-base text-ink">{company.name}</strong>
          {company.address !== '' && <span>{[company.address, company.pincode].filter(Boolean).join(' – ')}</span>}
          <span className="flex flex-wrap gap-x-3">
            {[company.email, company.mobile && spacedMobile(company.mobile)].filter(Boolean).map((contact) => (
              <span key={contact}>{contact}</span>
            ))}
          </span>
          {company.pan !== '' && <span>PAN {company.pan}</span>}
        </address>
      </div>
      <div className="grid gap-1 sm:text-end">
        <h1 id="receipt-title" className="page-title">
          {t('Payment receipt')}
        </h1>
        <p className="font-semibold tabular-nums">{receipt.receiptNumber}</p>
        <p className="text-sm text-muted">
          {rich('Approved on {day}', { day: <DateTime value={receipt.approvedAt} /> })}
        </p>
      </div>
    </header>
  );
}

function ReceiptParties({ receipt }: Pick<ReceiptSheetProps, 'receipt'>) {
  const { member } = receipt;
  return (
    <dl className="grid gap-6 border-y border-line py-6 text-sm max-sm:text-base sm:grid-cols-2">
      <div className="grid content-start gap-1">
        <dt className="text-muted">{t('Received from')}</dt>
        <dd className="font-semibold wrap-anywhere" dir="auto">
          {member.name}
        </dd>
        <dd>{t('Member ID {id}', { id: member.memberId })}</dd>
        <dd className="break-all">{member.email}</dd>
        <dd>{spacedMobile(member.mobile)}</dd>
      </div>
      <div className="grid content-start gap-1">
        <dt className="text-muted">{t('Payment')}</dt>
        <dd className="font-semibold">{methodLabel(receipt.paymentMethod)}</dd>
        {receipt.referenceNumber && (
          <dd className="wrap-anywhere">
            {t('UTR or Transaction Number {number}', { number: receipt.referenceNumber })}
          </dd>
        )}
        <dd>{t('Order # {number}', { number: receipt.orderNumber })}</dd>
        <dd>{rich('Submitted on {day}', { day: <DateTime value={receipt.submittedAt} /> })}</dd>
      </div>
    </dl>
  );
}

function ReceiptAmounts({ receipt }: Pick<ReceiptSheetProps, 'receipt'>) {
  return (
    <table className="w-full border-collapse text-sm max-sm:text-base">
      <caption className="sr-only">{t('What was paid for')}</caption>
      <thead>
        <tr className="border-b border-line text-xs text-muted">
          <th scope="col" className="py-2 text-start font-medium">
            {t('Description')}
          </th>
          <th scope="col" className="py-2 text-end font-medium">
            {t('Amount (INR)')}
          </th>
        </tr>
      </thead>
      <tbody>
        <tr className="border-b border-line">
          <td className="py-3 pe-4">
            {t('{name} tokens', { name: receipt.tokenName })}
            <span className="block text-muted">
              {t('{tokens} at {price} each', {
                tokens: formatQuantity(receipt.quantity, receipt.tokenSymbol),
                price: formatRupees(receipt.price),
              })}
            </span>
          </td>
          <td className="py-3 text-end align-top">
            <Money value={receipt.orderAmount} />
          </td>
        </tr>
        <tr className="border-b border-line">
          <td className="py-3 pe-4">
            {t('Platform Fees ({percent})', { percent: percentText(receipt.gstPercentage) })}
          </td>
          <td className="py-3 text-end">
            <Money value={receipt.gstAmount} />
          </td>
        </tr>
      </tbody>
      <tfoot>
        <tr className="text-base font-semibold">
          <th scope="row" className="pt-4 text-start">
            {t('Total Amount')}
          </th>
          <td className="pt-4 text-end">
            <Money value={receipt.totalAmount} />
          </td>
        </tr>
        <tr>
          <td colSpan={2} className="pt-1 text-muted">
            {languageNow() === 'hi' ? amountInHindi(receipt.totalAmount) : receipt.totalInWords}
          </td>
        </tr>
        {isStatedShown(receipt) && (
          <tr>
            <td colSpan={2} className="pt-1 text-muted">
              {t('The member stated {amount} as paid.', { amount: formatRupees(receipt.amount) })}
            </td>
          </tr>
        )}
      </tfoot>
    </table>
  );
}

/** So that many people hold copies, and the server cannot show them different histories. */
function LedgerCheckpoint({ note }: { note: string }) {
  return (
    <div className="grid gap-1 text-sm">
      <p className="text-muted">{t('Signed checkpoint of the ledger')}</p>
      <code className="text-xs break-all whitespace-pre-wrap">{note.trimEnd()}</code>
      <p className="text-xs text-muted">
        {t('With this copy anybody can prove later that no earlier entry was changed or removed.')}
      </p>
    </div>
  );
}
