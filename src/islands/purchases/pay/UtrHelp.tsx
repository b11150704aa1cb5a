import { type Label, t, translated } from '@/lib/core/texts.ts';

interface AppHint {
  /** A name, or a text of the catalogue. */
  readonly app: string;
  readonly where: Label;
  readonly notThis?: Label;
  /** Height of the marked line in the drawing, in its units. */
  readonly y: number;
}

const APP_HINTS: readonly AppHint[] = [
  {
    app: 'PhonePe',
    where: 'History → the payment → “UTR”.',
    notThis: 'Not the Transaction ID that begins with T.',
    y: 74,
  },
  {
    app: 'Google Pay',
    where: 'The payment → “UPI transaction ID”.',
    notThis: 'Not the Google transaction ID (CICAg…).',
    y: 60,
  },
  { app: 'Paytm, BHIM and others', where: 'Passbook or history → the payment → “UPI Ref. No.” or “RRN”.', y: 67 },
  { app: 'Bank app or message', where: 'The transfer’s “UTR” or “Ref. No.”, also in the bank’s SMS.', y: 53 },
];

/** A phone with the screen of one payment: the line that counts is marked. */
function Phone({ y }: { y: number }) {
  const lines = [53, 60, 67, 74, 81].filter((at) => at !== y);
  return (
    <svg className="icon" width="56" height="96" viewBox="0 0 56 96" aria-hidden="true" focusable="false">
      <rect className="fill-surface stroke-edge stroke-[1.5]" x="2" y="2" width="52" height="92" rx="8" />
      <circle className="fill-success-soft stroke-none" cx="28" cy="22" r="8" />
      <path className="stroke-success" d="m24.5 22.3 2.5 2.5 4.8-5.2" />
      <path className="stroke-line stroke-[2.5]" d="M17 38h22M21 44h14" />
      {lines.map((at) => (
        <path key={at} className="stroke-line stroke-[2.5]" d={`M10 ${at}h12M28 ${at}h18`} />
      ))}
      <rect className="fill-brand-soft stroke-brand stroke-1" x="6" y={y - 5} width="44" height="10" rx="3" />
      <path className="stroke-brand-ink stroke-[2.5]" d={`M10 ${y}h8M22 ${y}h24`} />
    </svg>
  );
}

/** Where each family of apps shows the number. */
export function UtrHelp() {
  return (
    <details className="disclose -mt-2">
      <summary>{t('Where do I find the UTR?')}</summary>
      <ul className="grid gap-4 pt-4 sm:grid-cols-2">
        {APP_HINTS.map(({ app, where, notThis, y }) => (
          <li key={app} className="flex gap-3">
            <Phone y={y} />
            <div className="min-w-0 text-sm">
              <p className="font-medium">{translated(app)}</p>
              <p className="text-muted">{t(where)}</p>
              {notThis && <p className="text-muted">{t(notThis)}</p>}
            </div>
          </li>
        ))}
      </ul>
    </details>
  );
}
