import { formatQuantity } from '@/lib/core/format.ts';

export const SUPPLY_PARTS = [
  ['publicCellSupply', 'Public Cell Supply'],
  ['privateSupply', 'Private Supply'],
  ['angelInvestorSupply', 'Angel Investor Supply'],
  ['founderTeamSupply', 'Founder Team Supply'],
  ['airdropSupply', 'Airdrop Supply'],
] as const;
export type SupplyPart = (typeof SUPPLY_PARTS)[number][0];

/** From the darkest, so that neighbours differ on light and dark ground. */
const FILLS = [
  'fill-[oklch(0.48_0.13_var(--hue))]',
  'fill-[oklch(0.6_0.13_var(--hue))]',
  'fill-[oklch(0.7_0.12_var(--hue))]',
  'fill-[oklch(0.78_0.09_var(--hue))]',
  'fill-[oklch(0.84_0.06_var(--hue))]',
];
const WIDTH = 1000;
const tokens = (text: string): bigint => (/^\d{1,16}$/.test(text.trim()) ? BigInt(text.trim()) : 0n);

/** Hundredths of a per cent of `total`, as '7.5%'. */
function percent(part: bigint, total: bigint): string {
  if (total === 0n) return '0%';
  const text = ((part * 10_000n) / total).toString().padStart(3, '0');
  return `${text.slice(0, -2)}.${text.slice(-2)}`.replace(/\.?0+$/, '').concat('%');
}

export interface SupplyBarProps {
  /** As typed. */
  values: Readonly<Record<SupplyPart | 'totalSupply', string>>;
}

/** The parts of a supply side by side, against the total they must make, as they are typed. */
export function SupplyBar({ values }: SupplyBarProps) {
  const parts = SUPPLY_PARTS.map(([name, label]) => ({ name, label, amount: tokens(values[name]) }));
  const sum = parts.reduce((all, part) => all + part.amount, 0n);
  const total = tokens(values.totalSupply);
  const scale = sum > total ? sum : total;
  let before = 0n;
  const segments = parts.map((part, index) => {
    const x = scale === 0n ? 0 : Number((before * BigInt(WIDTH)) / scale);
    before += part.amount;
    const end = scale === 0n ? 0 : Number((before * BigInt(WIDTH)) / scale);
    return { ...part, x, width: Math.max(0, end - x - 2), className: FILLS[index] };
  });
  const fits = total > 0n && sum === total;
  const gap = sum > total ? sum - total : total - sum;
  return (
    <div className="supply grid gap-2 sm:col-span-full">
      <svg className="share-bar" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" aria-hidden="true">
        {segments.map((part) => (
          <rect key={part.name} className={part.className} x={part.x} y="0" width={part.width} height="10" />
        ))}
      </svg>
      <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        {segments.map((part) => (
          <li key={part.name} className="inline-flex items-center gap-1.5">
            <svg width="10" height="10" aria-hidden="true">
              <rect className={part.className} width="10" height="10" rx="2" />
            </svg>
            {part.label} <span className="num">{percent(part.amount, total)}</span>
          </li>
        ))}
      </ul>
      <p className={`text-sm ${fits ? 'text-success' : 'text-danger'}`} role="status">
        {fits
          ? 'The parts add up to the total.'
          : total === 0n
            ? 'Please enter the total supply.'
            : `${formatQuantity(gap)} tokens ${sum > total ? 'more than the total' : 'are not distributed yet'}.`}
      </p>
    </div>
  );
}
