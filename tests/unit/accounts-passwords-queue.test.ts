/** The queue of sign-ins is bounded, fair to each network, and drops those whose client has gone. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createPermitQueue, type PermitRequest, type QueueBounds } from '@/lib/accounts/passwords/queue/service.ts';

const BOUNDS: QueueBounds = {
  runningMax: 1,
  waitingMax: 4,
  waitingOfClientMax: 2,
  waitMsMax: 60_000,
};

/** A queue whose permits are released when the test says so, and the order in which they started. */
function openQueue(bounds: Partial<QueueBounds> = {}) {
  const queue = createPermitQueue({ ...BOUNDS, ...bounds });
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const add = (name: string, request: Partial<PermitRequest> = {}): Promise<string> =>
    queue.acquire({ lane: 'public', client: name, ...request }).then(
      (end) => {
        started.push(name);
        ends.push(end);
        return 'done';
      },
      (cause: Error) => cause.message,
    );
  const endAll = async (): Promise<void> => {
    for (let quiet = 0; quiet < 5; quiet++) {
      await new Promise((done) => setTimeout(done, 1));
      const end = ends.shift();
      end?.();
      if (end) quiet = 0;
    }
  };
  return { queue, add, started, endAll };
}

const BUSY = 'Many people are logging in right now. Please try again in a few seconds.';

test('a network waits a few times at most, and a full lane refuses equals', async () => {
  const { add, endAll } = openQueue();
  const ofOne = [add('a'), add('a'), add('a'), add('a')];
  await endAll();
  expect(await Promise.all(ofOne)).toEqual(['done', 'done', 'done', BUSY]);
  const equals = ['b', 'c', 'd', 'e', 'f', 'g'].map((name) => add(name));
  await endAll();
  expect(await Promise.all(equals)).toEqual(['done', 'done', 'done', 'done', 'done', BUSY]);
});

test('a newcomer goes before a network that had hashes, and takes the last waiter of the largest from a full lane', async () => {
  const { add, started, endAll } = openQueue({ waitingOfClientMax: 4 });
  const answers = [add('flood'), add('flood'), add('flood'), add('flood'), add('flood'), add('other')];
  await endAll();
  expect(started).toEqual(['flood', 'other', 'flood', 'flood', 'flood']);
  expect((await Promise.all(answers)).filter((text) => text === BUSY).length).toBe(1);
});

test('a client that comes back after Retry-After goes before all that were not refused', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { add, started, endAll } = openQueue();
  const flood = ['a', 'b', 'c', 'd', 'e'].map((name) => add(name));
  const early = [add('person'), add('person')];
  vi.advanceTimersByTime(1_000);
  flood.push(add('f'));
  const late = add('person');
  await endAll();
  expect(await Promise.all([...early, late])).toEqual([BUSY, BUSY, 'done']);
  expect(started.slice(0, 2)).toEqual(['a', 'person']);
  expect((await Promise.all(flood)).filter((text) => text === BUSY).length).toBe(2);
  vi.useRealTimers();
});

test('a client that came for a page goes before all that were never seen, also after two wrong passwords', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { queue, add, started, endAll } = openQueue();
  queue.noteClient('person');
  vi.advanceTimersByTime(1_000);
  for (let nth = 0; nth < 3; nth++) {
    const flood = ['a', 'b', 'c', 'd', 'e'].map((name) => add(`${name}${nth}`));
    expect(() => queue.requireRoom({ lane: 'public', client: `f${nth}` })).toThrow(BUSY);
    queue.requireRoom({ lane: 'public', client: 'person' });
    const answer = add('person');
    await endAll();
    expect(await answer).toBe('done');
    expect((await Promise.all(flood)).filter((text) => text === BUSY).length).toBe(1);
    expect(started.splice(0).indexOf('person')).toBe(1);
  }
  vi.useRealTimers();
});

test('a network that had a permit comes after all others for an hour', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { add, started, endAll } = openQueue();
  void add('flood');
  await endAll();
  vi.advanceTimersByTime(59 * 60_000);
  for (const name of ['first', 'flood', 'other']) void add(name);
  await endAll();
  expect(started).toEqual(['flood', 'first', 'other', 'flood']);
  vi.useRealTimers();
});

test('lanes are served in turn, so that a full lane does not delay the others', async () => {
  const { add, started, endAll } = openQueue();
  for (const name of ['p1', 'p2', 'p3', 'p4']) void add(name);
  void add('admin', { lane: 'admin' });
  void add('owner', { lane: 'trusted' });
  await endAll();
  expect(started.indexOf('admin')).toBeLessThan(3);
  expect(started.indexOf('owner')).toBeLessThan(3);
});

test('a request whose client has gone is dropped, and one that waits too long is refused', async () => {
  const { add, started, endAll } = openQueue({ waitMsMax: 20 });
  const client = new AbortController();
  const answers = [add('a'), add('gone', { signal: client.signal }), add('late')];
  client.abort();
  await new Promise((done) => setTimeout(done, 60));
  await endAll();
  expect(await Promise.all(answers)).toEqual(['done', BUSY, BUSY]);
  expect(started).toEqual(['a']);
});

test.runIf(process.platform === 'linux')(
  'passwords are hashed by a program that has the lowest priority already',
  () => {
    const worker = path.resolve('src/lib/accounts/passwords/hashing/worker.ts');
    const program = `const { Worker } = require('node:worker_threads');
    const worker = new Worker(${JSON.stringify(worker)});
    worker.on('message', ({ value }) => { console.log(value); worker.terminate(); });
    worker.postMessage({ id: 1, password: 'correct horse battery', phc: null });`;
    const { stdout, stderr } = spawnSync('nice', ['-n', '19', process.execPath, '-e', program], { encoding: 'utf8' });
    expect([stdout.slice(0, 10), stderr]).toEqual(['$argon2id$', '']);
  },
);

test('strangers leave permits to known browsers, which also get every second one of the others', async () => {
  const { add, started, endAll } = openQueue({ runningMax: 2, trustedMin: 1, waitingMax: 10, waitingOfClientMax: 10 });
  const answers = ['a', 'b', 'c'].map((name) => add(name));
  answers.push(add('admin', { lane: 'admin' }), add('owner', { lane: 'trusted' }));
  await new Promise((done) => setTimeout(done, 1));
  expect(started).toEqual(['a', 'owner']);
  answers.push(...['first', 'second', 'third'].map((name) => add(name, { lane: 'trusted' })));
  await endAll();
  expect(new Set(await Promise.all(answers))).toEqual(new Set(['done']));
  const known = started.map((name) => ['owner', 'first', 'second', 'third'].includes(name));
  expect(known.slice(1, 6).filter(Boolean).length).toBeGreaterThanOrEqual(3);
});

test('known browsers wait longer than strangers', async () => {
  const { add, endAll } = openQueue({ waitMsMax: 20, trustedWaitMsMax: 60_000 });
  const answers = [add('a'), add('stranger'), add('owner', { lane: 'trusted' })];
  await new Promise((done) => setTimeout(done, 60));
  await endAll();
  expect(await Promise.all(answers)).toEqual(['done', BUSY, 'done']);
});

test('a network that is refused again and again comes after one that was never seen', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { queue, add, started, endAll } = openQueue();
  const flood = ['a', 'b', 'c', 'd', 'e'];
  const first = flood.map((name) => add(name));
  for (let nth = 0; nth < 20; nth++)
    for (const name of ['f', 'g', 'h', 'i', 'j'])
      expect(() => queue.requireRoom({ lane: 'public', client: name })).toThrow(BUSY);
  await endAll();
  await Promise.all(first);
  started.splice(0);
  vi.advanceTimersByTime(5_000);
  const again = ['f', 'g', 'h', 'i', 'j'].map((name) => add(name));
  const person = add('person');
  await endAll();
  expect(await person).toBe('done');
  expect((await Promise.all(again)).filter((text) => text === BUSY)).toHaveLength(1);
  expect(started.slice(0, 2)).toEqual(['f', 'person']);
  vi.useRealTimers();
});

test('of networks with equal shares, the one that came first for a page goes first', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { queue, add, started, endAll } = openQueue();
  for (const name of ['person', 'b', 'c']) {
    queue.noteClient(name);
    vi.advanceTimersByTime(1_000);
  }
  for (const name of ['a', 'c', 'b', 'person']) void add(name);
  await endAll();
  expect(started).toEqual(['a', 'person', 'b', 'c']);
  vi.useRealTimers();
});
