import type { ReactNode } from 'react';
import { formatRupees } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import { t, translated } from '@/lib/core/texts.ts';
import type { UpiPayee } from '@/lib/purchases/checkout/rules.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { rich } from '../../ui/rich.ts';
import { Select } from '../../ui/Select.tsx';
import { ChangedNotice } from './ChangedNotice.tsx';

export interface UpiPanelProps {
  upis: readonly UpiPayee[];
  /** Undefined where nobody can be paid by UPI. */
  chosen: UpiPayee | undefined;
  onChoose: (beneficiaryId: string) => void;
  totalAmount: string;
  /** The limit of one UPI payment where the order is above it. */
  aboveLimit: string | null;
  /** Whether the order can be paid by bank instead. */
  hasBank: boolean;
  /** The privacy policy and the buttons. */
  children: ReactNode;
}

export function UpiPanel({ upis, chosen: upi, onChoose, totalAmount, aboveLimit, hasBank, children }: UpiPanelProps) {
  if (!upi) {
    return (
      <EmptyState drawing="error" text={t('UPI payment details are not available.')}>
        <a className={buttonClass('secondary')} href={PATHS.buyToken}>
          <span className="btn-face">{t('Go Back')}</span>
        </a>
      </EmptyState>
    );
  }
  return (
    <div className="grid gap-5">
      <ChangedNotice changedAt={upi.changedAt} />
      {aboveLimit !== null && (
        <p className="notice" data-tone="warning">
          <Icon name="warning" />
          <span>
            {t('UPI apps refuse one payment above {limit}.', { limit: formatRupees(aboveLimit) })}{' '}
            {hasBank
              ? t('Please pay by bank or ask your bank first.')
              : t('Please make smaller orders or ask your bank first.')}
          </span>
        </p>
      )}
      {upis.length > 1 && (
        <Select
          label={t('Pay to')}
          name="upiPayee"
          value={upi.beneficiaryId}
          onValue={onChoose}
          options={upis.map((it) => ({ value: it.beneficiaryId, label: `${it.upiId} (${it.holderName})` }))}
        />
      )}
      <div className="grid gap-5 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6">
        <UpiApps apps={upi.apps} />
        <div className="upi-facts grid min-w-0 content-start gap-3 sm:col-start-2 sm:row-start-1">
          <CopyFact
            label={t('Amount to pay')}
            value={formatRupees(totalAmount)}
            copied={totalAmount}
            what={t('Amount')}
            big
          />
          <CopyFact label="UPI ID" value={upi.upiId} copied={upi.upiId} what="UPI ID" />
          <p className="text-sm text-muted">
            {rich('Paid to {name}. App button not working? Scan the QR code or paste the UPI ID.', {
              name: <bdi>{upi.holderName}</bdi>,
            })}
          </p>
        </div>
        <QrCode upi={upi} totalAmount={totalAmount} />
      </div>
      {children}
    </div>
  );
}

/** On phones the ways into each app; elsewhere just their names, for there is nothing to open. */
function UpiApps({ apps }: Pick<UpiPayee, 'apps'>) {
  return (
    <section className="sm:col-span-full" aria-label={t('UPI apps')}>
      <ul className="upi-app-links grid grid-cols-[repeat(auto-fit,minmax(120px,1fr))] gap-2 sm:pointer-fine:hidden">
        {apps.map((app) => (
          <li key={app.id} className="last:col-span-full">
            <a
              className="upi-app flex h-full min-h-12 items-center gap-2 rounded-md border border-line p-2 text-sm font-medium hover:bg-sunken"
              href={app.href}
            >
              <AppMark id={app.id} />
              {translated(app.label)}
            </a>
          </li>
        ))}
      </ul>
      <p className="upi-app-names hidden flex-wrap items-center gap-x-4 gap-y-2 text-sm sm:pointer-fine:flex">
        <span className="text-muted">{t('Works with')}</span>
        {apps
          .filter((app) => app.id in LETTERS)
          .map((app) => (
            <span key={app.id} className="inline-flex items-center gap-1.5">
              <AppMark id={app.id} />
              {app.label}
            </span>
          ))}
      </p>
    </section>
  );
}

const LETTERS: Readonly<Record<string, string>> = { phonepe: 'P', gpay: 'G', paytm: 'Pt', bhim: 'B' };

/** A plain mark of our own: the app's letter, or two arrows for any app. */
function AppMark({ id }: { id: string }) {
  const letters = LETTERS[id];
  return (
    <svg
      className="icon text-brand-ink"
      width="28"
      height="28"
      viewBox="0 0 28 28"
      aria-hidden="true"
      focusable="false"
    >
      <rect className="fill-brand-soft stroke-none" x="1" y="1" width="26" height="26" rx="8" />
      {letters ? (
        <text className="fill-current stroke-none text-xs font-bold" x="14" y="18.5" textAnchor="middle">
          {letters}
        </text>
      ) : (
        <path d="M8 11h11l-3-3M20 17H9l3 3" />
      )}
    </svg>
  );
}

function QrCode({ upi, totalAmount }: Pick<UpiPanelProps, 'totalAmount'> & { upi: UpiPayee }) {
  const { size, d } = upi.qr;
  return (
    <figure className="upi-qr grid content-start justify-items-center gap-2 sm:col-start-1 sm:row-start-1">
      <svg
        className="box-content h-auto max-w-full rounded-lg border border-line"
        width="256"
        height="256"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={t('QR code to pay {amount} to {payee}', { amount: formatRupees(totalAmount), payee: upi.upiId })}
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={d} stroke="#000" fill="none" />
      </svg>
      <figcaption className="text-center text-sm text-muted sm:max-w-64">
        <span className="hidden sm:pointer-fine:inline">{t('Scan with any UPI app')}</span>
        {/* The limit of pictures of a code is far below that of a scan. */}
        <span className="sm:pointer-fine:hidden">
          {t('Scan with any UPI app on another phone. Paying from a screenshot works only for small amounts.')}
        </span>
      </figcaption>
    </figure>
  );
}

export interface CopyFactProps {
  label: string;
  /** As shown. */
  value: string;
  /** As copied. */
  copied: string;
  what: string;
  message?: string;
  big?: boolean;
}

/** A value that is typed elsewhere, with its copy button. */
export function CopyFact({
  label,
  value,
  copied,
  what,
  message = t('{what} copied to clipboard!', { what }),
  big = false,
}: CopyFactProps) {
  return (
    <div className="flex items-center justify-between gap-3 rounded-lg border border-line px-4 py-3">
      <div className="min-w-0">
        <p className="text-sm text-muted">{label}</p>
        <p className={`wrap-anywhere tabular-nums ${big ? 'text-lg font-semibold' : 'font-medium'}`}>{value}</p>
      </div>
      <CopyButton word text={copied} what={what} message={message} />
    </div>
  );
}
