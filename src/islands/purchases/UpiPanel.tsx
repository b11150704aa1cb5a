import type { ReactNode } from 'react';
import { formatRupees } from '@/lib/core/format.ts';
import { PATHS } from '@/lib/core/paths.ts';
import type { UpiPayee } from '@/lib/purchases/payment-rules.ts';
import { buttonClass } from '../ui/Button.tsx';
import { CopyButton } from '../ui/CopyButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Icon } from '../ui/Icon.tsx';
import { Select } from '../ui/Select.tsx';
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
      <EmptyState drawing="error" text="UPI payment details are not available.">
        <a className={buttonClass('secondary')} href={PATHS.buyToken}>
          <span className="btn-face">Go Back</span>
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
            UPI apps refuse one payment above {formatRupees(aboveLimit)}.{' '}
            {hasBank
              ? 'Please pay by bank or ask your bank first.'
              : 'Please make smaller orders or ask your bank first.'}
          </span>
        </p>
      )}
      {upis.length > 1 && (
        <Select
          label="Pay to"
          name="upiPayee"
          value={upi.beneficiaryId}
          onValue={onChoose}
          options={upis.map((it) => ({ value: it.beneficiaryId, label: `${it.upiId} (${it.holderName})` }))}
        />
      )}
      <div className="upi">
        <UpiApps apps={upi.apps} />
        <div className="upi-facts">
          <CopyFact label="Amount to pay" value={formatRupees(totalAmount)} copied={totalAmount} what="Amount" big />
          <CopyFact
            label="UPI ID"
            value={upi.upiId}
            copied={upi.upiId}
            what="UPI ID"
            message="UPI ID copied to clipboard!"
          />
          <p className="text-sm text-muted">
            Paid to {upi.holderName}. If your app refuses the link, scan the QR code or pay to the copied UPI ID: some
            apps take no links to a personal UPI ID.
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
    <section className="upi-apps" aria-label="UPI apps">
      <ul className="upi-app-links">
        {apps.map((app) => (
          <li key={app.id}>
            <a className="upi-app" href={app.href}>
              <AppMark id={app.id} />
              {app.label}
            </a>
          </li>
        ))}
      </ul>
      <p className="upi-app-names">
        <span className="text-muted">Works with</span>
        {apps
          .filter((app) => app.id in LETTERS)
          .map((app) => (
            <span key={app.id} className="upi-app-name">
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
    <svg className="app-mark" width="28" height="28" viewBox="0 0 28 28" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="26" height="26" rx="8" />
      {letters ? (
        <text x="14" y="18.5" textAnchor="middle">
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
    <figure className="upi-qr">
      <svg
        width="256"
        height="256"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        role="img"
        aria-label={`QR code to pay ${formatRupees(totalAmount)} to ${upi.upiId}`}
      >
        <rect width={size} height={size} fill="#fff" />
        <path d={d} stroke="#000" fill="none" />
      </svg>
      <figcaption className="text-center text-sm text-muted">
        Scan with any UPI app
        {/* The limit of pictures of a code is far below that of a scan. */}
        <span className="upi-qr-shot"> on another phone. From a screenshot, apps pay small amounts only.</span>
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
  message = `${what} copied to clipboard!`,
  big = false,
}: CopyFactProps) {
  return (
    <div className="copy-fact" data-big={big || undefined}>
      <div className="min-w-0">
        <p className="text-sm text-muted">{label}</p>
        <p className="copy-fact-value">{value}</p>
      </div>
      <CopyButton word text={copied} what={what} message={message} />
    </div>
  );
}
