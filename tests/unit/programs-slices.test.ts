/** Long computations let other work run in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { inSlices } from '@/lib/programs/slices/service.ts';
import { matching } from '@/lib/reconciliation/matching/all.rules.ts';
import { bankRow, claimOf, readTo } from '../support/matching.ts';

function compute(ms: number): void {
  const before = process.cpuUsage();
  while (process.cpuUsage(before).user < ms * 1_000);
}

describe('a computation in slices', () => {
  test('lets other work run, and gives its result', async () => {
    let rounds = 0;
    let isDone = false;
    const others = (async () => {
      for (; !isDone; rounds++) await nextTurn();
    })();
    function* steps(): Generator<undefined, string> {
      for (let at = 0; at < 20; at++) {
        compute(10);
        yield;
      }
      return 'the sum';
    }
    expect(await inSlices(steps())).toBe('the sum');
    expect(rounds).toBeGreaterThanOrEqual(5);
    isDone = true;
    await others;
  });

  test('that fails rejects', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first pause
    function* steps(): Generator<undefined, string> {
      throw new Error('no sum');
    }
    await expect(inSlices(steps())).rejects.toThrow('no sum');
  });
});

test('the comparison pauses after each row and claim: one row with the longest narration takes up to 40 ms', () => {
  const rows = Array.from({ length: 30 }, (_, at) => bankRow({ id: `row-${at}`, reference: `63211234${5000 + at}` }));
  const claims = Array.from({ length: 40 }, (_, at) => claimOf({ purchaseId: `purchase-${at}` }));
  const steps = matching(rows, claims, readTo('2026-11-30'));
  let pauses = 0;
  while (!steps.next().done) pauses++;
  // The rows are indexed and compared, the claims too.
  expect(pauses).toBeGreaterThanOrEqual(2 * (rows.length + claims.length));
});
