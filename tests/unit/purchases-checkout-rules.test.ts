import { create } from 'qrcode';
import { describe, expect, test } from 'vitest';
import { qrDrawing } from '../../src/lib/accounts/qr.ts';
import { isOrder, orderDetails, readOrder } from '../../src/lib/purchases/checkout/rules.ts';
import { referenceAdvice } from '../../src/lib/purchases/proof.rules.ts';

describe('the address of the payment screen', () => {
  test.each([
    ['PUR-123456', '1000.00', { orderNumber: 'PUR-123456', orderAmountPaise: 100_000n }],
    ['pur-123456', ' 0.01 ', { orderNumber: 'PUR-123456', orderAmountPaise: 1n }],
    [null, '1000', null],
    ['PUR-123456', null, null],
    ['', '', null],
    ['ORD-123456', '1000', null],
    ['PUR-', '1000', null],
    ['PUR-123456', '0', null],
    ['PUR-123456', '-1', null],
    ['PUR-123456', '1.001', null],
    ['PUR-123456', '1e3', null],
  ])('%j and %j', (purchaseId, purchaseAmount, order) => {
    expect(readOrder({ purchaseId, purchaseAmount })).toEqual(order);
  });
});

test('order details are exact strings', () => {
  expect(orderDetails({ orderNumber: 'PUR-000001', orderAmountPaise: 435n }, 50_000n, 725)).toEqual({
    orderNumber: 'PUR-000001',
    orderAmount: '4.35',
    price: '0.05',
    gstPercentage: '7.25',
    gstAmount: '0.32',
    totalAmount: '4.67',
    quantity: '87',
  });
});

test.each([
  ['PUR-123456', '1000.00', true],
  ['PUR-123456-2', '1000.00', true],
  ['PUR-1234567', '1000.00', false],
  ['PUR-123456', '1000.01', false],
])('a purchase %s over %s is the order: %s', (orderNumber, orderAmount, is) => {
  expect(isOrder({ orderNumber, orderAmount }, { orderNumber: 'PUR-123456', orderAmountPaise: 100_000n })).toBe(is);
});

test.each([
  ['', null],
  ['4123', null],
  ['4123 4567 8901', null],
  ['CICAgOD8xyz', /Google/],
  ['PUR-123456', /our order number/],
  ['9876543210', /phone number/],
  ['ABC1234', /12 digits/],
])('advice on %j', (typed, says) => {
  const advice = referenceAdvice(typed);
  if (says === null) expect(advice).toBeNull();
  else expect(advice).toMatch(says);
});

describe('a drawn QR code', () => {
  /** The modules under the strokes, as rows of 0 and 1. */
  function rastered({ size, d }: { size: number; d: string }): string[] {
    const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => '0'));
    let [x, y] = [0, 0];
    for (const [, command, dx, dy, h] of d.matchAll(/([Mm])(-?\d+) (-?[\d.]+)h(\d+)/g)) {
      if (command === 'M') [x, y] = [Number(dx), Math.floor(Number(dy))];
      else [x, y] = [x + Number(dx), y + Number(dy)];
      for (const end = x + Number(h); x < end; x++) (rows[y] ?? [])[x] = '1';
    }
    return rows.map((row) => row.join(''));
  }

  const LINK = `upi://pay?pa=cowl@example&pn=Cowl&tr=PUR123456&am=1180.00&cu=INR&tn=${'x'.repeat(40)}`;
  test.each(['upi://pay?pa=a@b&am=1.00&cu=INR', LINK])('%s', (text) => {
    const drawing = qrDrawing(text);
    const { modules } = create(text, { errorCorrectionLevel: 'H' });
    const lone = (y: number): string =>
      Array.from({ length: modules.size }, (_, x) => (modules.get(y, x) ? '1' : '0')).join('');
    const rows = rastered(drawing);
    expect(drawing.size).toBe(modules.size + 8);
    expect(rows.slice(4, -4)).toEqual(Array.from({ length: modules.size }, (_, y) => `0000${lone(y)}0000`));
    for (const row of [...rows.slice(0, 4), ...rows.slice(-4)]) expect(row).toMatch(/^0+$/);
  });

  test('at 256 px a module of a payment link is at least 3.9 px wide', () => {
    expect(LINK.length).toBeLessThanOrEqual(110);
    expect(256 / qrDrawing(LINK).size).toBeGreaterThan(3.9);
  });
});
