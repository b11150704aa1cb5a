/** Spans of time as people read them. */

/** At least two digits. */
export function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The time until an instant: '179d 23h', '5h 04m', '12m 30s', or 'Unlocked' after it. */
export function formatTimeLeft(until: string | number | Date, nowMs: number): string {
  const left = Math.floor((new Date(until).getTime() - nowMs) / 1000);
  if (Number.isNaN(left)) return 'N/A';
  if (left <= 0) return 'Unlocked';
  if (left >= 86_400) return `${Math.floor(left / 86_400)}d ${Math.floor((left % 86_400) / 3600)}h`;
  if (left >= 3600) return `${Math.floor(left / 3600)}h ${two(Math.floor((left % 3600) / 60))}m`;
  return formatCountdown(left);
}

/** The payment screen's countdown: '14m 05s', then 'expired!'. */
export function formatCountdown(seconds: number): string {
  if (seconds <= 0) return 'expired!';
  return `${Math.floor(seconds / 60)}m ${two(Math.floor(seconds) % 60)}s`;
}

/** A resend countdown: 179 becomes '02:59'. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  return `${two(Math.floor(left / 60))}:${two(left % 60)}`;
}
