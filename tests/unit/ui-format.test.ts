import { describe, expect, it } from 'vitest';
import { toneOf } from '@/islands/ui/StatusBadge.tsx';
import { formatClock, formatCountdown, formatTimeLeft } from '@/lib/core/durations.ts';
import {
  formatBytes,
  formatDateTime,
  formatDay,
  formatFullDateTime,
  formatIsoDay,
  formatQuantity,
  formatRupees,
  groupIndian,
  initials,
  percentText,
  shortenMiddle,
} from '@/lib/core/format.ts';

describe('rupees are written exactly', () => {
  it.each([
    ['0', '₹0.00'],
    ['0.25', '₹0.25'],
    ['0.123456', '₹0.123456'],
    ['0.250000', '₹0.25'],
    ['1180.5', '₹1,180.50'],
    ['100000.00', '₹1,00,000.00'],
    ['1234567.50', '₹12,34,567.50'],
    ['-42.00', '−₹42.00'],
    ['-538.48', '−₹538.48'],
    ['9007199254740993.01', '₹9,00,71,99,25,47,40,993.01'],
    ['not a number', 'not a number'],
  ])('%s', (value, written) => expect(formatRupees(value)).toBe(written));
});

describe('quantities', () => {
  it('have Indian digit groups, also above the range of a float', () => {
    expect(formatQuantity(1234567, 'COWL')).toBe('12,34,567 COWL');
    expect(formatQuantity(90071992547409931n)).toBe('90,07,19,92,54,74,09,931');
    expect(formatQuantity('0.0')).toBe('0.0');
    expect(groupIndian('999')).toBe('999');
    expect(groupIndian('1000')).toBe('1,000');
  });
  it('drop trailing zeros of a percentage', () => {
    expect(['18.00', '7.50', '100', 2.5].map(percentText)).toEqual(['18%', '7.5%', '100%', '2.5%']);
  });
});

describe('instants are shown in Asia/Kolkata', () => {
  it.each([
    ['2026-11-21T10:05:00Z', '21/11/2026, 03:35:00 pm', '2026-11-21'],
    ['2026-11-20T18:30:00Z', '21/11/2026, 12:00:00 am', '2026-11-21'],
    ['2026-11-20T18:29:59Z', '20/11/2026, 11:59:59 pm', '2026-11-20'],
    ['2026-12-31T06:30:00Z', '31/12/2026, 12:00:00 pm', '2026-12-31'],
  ])('%s', (instant, both, iso) => {
    expect(formatDateTime(instant)).toBe(both);
    expect(formatIsoDay(instant)).toBe(iso);
    const intl = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date(instant));
    expect(formatDay(instant)).toBe(intl);
  });
  it('includes the full name of the zone, and is empty for an invalid instant', () => {
    expect(formatFullDateTime('2026-11-21T10:05:00Z')).toBe('21 November 2026, 03:35:00 pm, India Standard Time');
    expect(formatDateTime('soon')).toBe('');
  });
});

describe('countdowns', () => {
  it('run from 15 minutes to expired', () => {
    expect([900, 61, 5, 0, -3].map(formatCountdown)).toEqual(['15m 00s', '1m 01s', '0m 05s', 'expired!', 'expired!']);
    expect([179, 0].map(formatClock)).toEqual(['02:59', '00:00']);
  });
  it('name the two largest remaining units', () => {
    const now = Date.parse('2026-11-21T00:00:00Z');
    expect(formatTimeLeft('2027-05-20T23:00:00Z', now)).toBe('180d 23h');
    expect(formatTimeLeft('2026-11-21T05:04:00Z', now)).toBe('5h 04m');
    expect(formatTimeLeft('2026-11-20T23:59:59Z', now)).toBe('Unlocked');
    expect(formatTimeLeft('never', now)).toBe('N/A');
  });
});

describe('short forms', () => {
  it('keep both ends of a hash and leave short text unchanged', () => {
    expect(shortenMiddle(`0x${'ab'.repeat(32)}`)).toBe('0xabab…abab');
    expect(shortenMiddle('0x12345678')).toBe('0x12345678');
  });
  it('take the first letters of the first and last name', () => {
    expect(['Asha Rao', 'asha', ' Asha K. Rao ', '', '𝒜lice'].map(initials)).toEqual(['AR', 'A', 'AR', '?', '𝒜']);
    expect(['किरण देशपांडे', 'محمد علي', '👩‍🌾 Rao'].map(initials)).toEqual(['कि', 'م', '👩‍🌾']);
  });
  it('show a file size', () => {
    expect([512, 49_152, 5_242_880].map(formatBytes)).toEqual(['512 B', '48 KB', '5.0 MB']);
  });
});

describe('status colours', () => {
  it.each([
    ['APPROVED', 'success'],
    ['success', 'success'],
    ['COMPLETED', 'success'],
    ['REJECTED', 'danger'],
    ['reject', 'danger'],
    ['failed', 'danger'],
    ['PENDING', 'warning'],
    ['ANYTHING', 'neutral'],
  ])('%s is %s', (status, tone) => expect(toneOf(status)).toBe(tone));
});
