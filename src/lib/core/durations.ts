/** Spans of time as people read them. */
import { t } from './texts.ts';

/** At least two digits. */
export function two(value: number): string {
  return String(value).padStart(2, '0');
}

/** The time until an instant: '179d 23h', '5h 04m', '12m 30s', or 'Unlocked' after it. */
export function formatTimeLeft(until: string | number | Date, nowMs: number): string {
  const left = Math.floor((new Date(until).getTime() - nowMs) / 1000);
  if (Number.isNaN(left)) return t('N/A');
  if (left <= 0) return t('Unlocked');
  if (left >= 86_400) {
    return t('{days}d {hours}h', { days: Math.floor(left / 86_400), hours: Math.floor((left % 86_400) / 3600) });
  }
  if (left >= 3600) {
    return t('{hours}h {minutes}m', { hours: Math.floor(left / 3600), minutes: two(Math.floor((left % 3600) / 60)) });
  }
  return formatCountdown(left);
}

/** The payment screen's countdown: '14m 05s', then 'expired!'. */
export function formatCountdown(seconds: number): string {
  if (seconds <= 0) return t('expired!');
  return t('{minutes}m {seconds}s', { minutes: Math.floor(seconds / 60), seconds: two(Math.floor(seconds) % 60) });
}

/** A resend countdown: 179 becomes '02:59'. */
export function formatClock(seconds: number): string {
  const left = Math.max(0, Math.floor(seconds));
  return `${two(Math.floor(left / 60))}:${two(left % 60)}`;
}
