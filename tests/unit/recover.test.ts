/** What the browser does with a refused call: it asks who is there once, and repeats the call. */
import { expect, test } from 'vitest';
import { CallError } from '../../src/islands/failure.ts';
import { $confirmation } from '../../src/islands/session/confirmation.ts';
import { withSession } from '../../src/islands/session/recover.ts';

const CALL = { access: 'admin' } as const;
const refusal = () =>
  new CallError(403, ['Confirm that it is you to continue.'], { code: 'reauthentication_required' });

/** Refuses until `confirm` is called, and counts how often it was sent. */
function sender() {
  let sent = 0;
  let isConfirmed = false;
  const send = async (): Promise<number> => {
    sent += 1;
    if (!isConfirmed) throw refusal();
    return sent;
  };
  const confirm = (): void => {
    isConfirmed = true;
  };
  return { send, confirm, count: () => sent };
}

const opened = () => expect.poll(() => $confirmation.get()).not.toBeNull();

test('calls refused together share one dialog, and each is repeated once', async () => {
  const shown: unknown[] = [];
  const stop = $confirmation.listen((value) => void shown.push(value));
  const calls = [sender(), sender(), sender()];
  const results = Promise.all(calls.map(({ send }) => withSession(CALL, send)));
  await opened();
  for (const one of calls) one.confirm();
  $confirmation.get()?.settle(true);
  expect(await results).toEqual([2, 2, 2]);
  expect(shown.filter((value) => value !== null)).toHaveLength(1);
  expect($confirmation.get()).toBeNull();
  stop();
});

test('a cancelled dialog leaves the refusal to each caller', async () => {
  const calls = [sender(), sender()];
  const results = Promise.allSettled(calls.map(({ send }) => withSession(CALL, send)));
  await opened();
  $confirmation.get()?.settle(false);
  for (const result of await results)
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'reauthentication_required' } });
  expect(calls.map((one) => one.count())).toEqual([1, 1]);
});

test('a call that was on its way while the person confirmed is repeated without another dialog', async () => {
  const first = sender();
  const early = withSession(CALL, first.send);
  await opened();
  let refuse: (() => void) | undefined;
  let sent = 0;
  const late = withSession(CALL, () => {
    sent += 1;
    return sent === 1
      ? new Promise<string>((_, reject) => {
          refuse = () => reject(refusal());
        })
      : Promise.resolve('done');
  });
  first.confirm();
  $confirmation.get()?.settle(true);
  await early;
  refuse?.();
  expect(await late).toBe('done');
  expect($confirmation.get()).toBeNull();
});

test('a call that is refused after the confirmation fails, and does not ask forever', async () => {
  const never = withSession(CALL, () => Promise.reject(refusal()));
  await opened();
  $confirmation.get()?.settle(true);
  await expect(never).rejects.toMatchObject({ status: 403 });
  expect($confirmation.get()).toBeNull();
});
