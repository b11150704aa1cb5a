/** Receipts write amounts in words as Indian receipts do; sessions have the names of browsers and systems. */
import { expect, test } from 'vitest';
import { deviceOf } from '../../src/lib/auth/sessions/device.rules.ts';
import { amountInWords } from '../../src/lib/purchases/receipt/rules.ts';

test.each([
  [0n, 'Rupees Zero only'],
  [5n, 'Rupees Zero and Five Paise only'],
  [118_000n, 'Rupees One Thousand One Hundred Eighty only'],
  [118_050n, 'Rupees One Thousand One Hundred Eighty and Fifty Paise only'],
  [1_99_999n, 'Rupees One Thousand Nine Hundred Ninety Nine and Ninety Nine Paise only'],
  [1_00_000_00n, 'Rupees One Lakh only'],
  [12_34_567_89n, 'Rupees Twelve Lakh Thirty Four Thousand Five Hundred Sixty Seven and Eighty Nine Paise only'],
  [1_00_00_019_00n, 'Rupees One Crore Nineteen only'],
  [1_00_000_00_00_000_00n, 'Rupees One Lakh Crore only'],
])('%s paise are %s', (paise, text) => {
  expect(amountInWords(paise)).toBe(text);
});

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0';
test.each([
  [`Mozilla/5.0 (Linux; Android 15; Pixel 8) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0.0.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Linux; Android 14; SM-S918B) ${CHROME} SamsungBrowser/28.0 Mobile`, 'Samsung Internet on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Gecko/20100101 Firefox/144.0', 'Firefox on Mac'],
  ['curl/8.9', 'Unknown device'],
  ['<script>alert(1)</script>', 'Unknown device'],
  ['', 'Unknown device'],
])('%s is %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device);
});
