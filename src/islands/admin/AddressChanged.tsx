import type { AddressChange } from '@/lib/approvals/contract.ts';

/** Next to a member who is paid: an admin has just changed their email. */
export function AddressChanged({ change }: { change: AddressChange | undefined }) {
  if (!change) return null;
  const { by, hoursAgo } = change;
  const ago = hoursAgo === 0 ? 'less than an hour ago' : `${hoursAgo} ${hoursAgo === 1 ? 'hour' : 'hours'} ago`;
  return <span className="text-sm font-medium text-warning">{`address changed by ${by}, ${ago}`}</span>;
}
