/**
 * Preloaded into a program of a test: writes a line for each stretch in which one request, or one job, held the main thread for too
 * long (docs/testing.md, The watch).
 *
 * A stretch is a callback of the event loop with the ticks and promise jobs after it, because nothing else runs before they end. It is
 * measured in processor time of the main thread: a machine that pauses, or gives its processors to others, adds nothing. A machine
 * that computes slowly has more: the same computation in the same thread, directly after the stretch, says how much.
 */
import { AsyncLocalStorage, createHook, executionAsyncResource } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';
import fs from 'node:fs';
import http from 'node:http';
import { isMainThread } from 'node:worker_threads';

const settings = new URL(import.meta.url).searchParams;
const output = settings.get('output');
const limitMs = Number(settings.get('limitMs'));

/** Between two looks at the clock: a stretch can have that much of the work before it. */
const LOOK_MS = 5;
/** A promise job this long after the end of another is not of its stretch. */
const IDLE_MS = 1;
/** Time of the computation below, on the machine that the limit is meant for. */
const COMPUTATION_MS = 35;

/** Linux says first how many nanoseconds of a processor the thread has had; elsewhere nothing is watched. */
const clock = openClock();
const buffer = Buffer.alloc(64);

function openClock() {
  try {
    return fs.openSync(`/proc/self/task/${process.pid}/schedstat`, 'r');
  } catch {
    return null;
  }
}

function processorMs() {
  fs.readSync(clock, buffer, 0, buffer.length, 0);
  return Number.parseInt(buffer.latin1Slice(), 10) / 1e6;
}

/** Reads JSON, which is compiled already, and as slow as other work when memory or processor are shared. */
const sample = JSON.stringify(
  Array.from({ length: 1_500 }, (_, at) => ({ at, name: `row ${at}`, amounts: [at, at * 7, String(at)] })),
);
const compute = (times) => {
  for (let at = 0; at < times; at++) JSON.parse(sample);
};

/** How much longer than meant the machine takes at this moment; at least 1. The first times are slow everywhere. */
function slowness() {
  compute(6);
  const beforeMs = processorMs();
  compute(60);
  return Math.max(1, (processorMs() - beforeMs) / COMPUTATION_MS);
}

const work = new AsyncLocalStorage();
const OTHER = { name: 'other work of the program' };

let depth = 0;
let owner = OTHER;
/** A connection to the database answers in the name of the request that opened it: the promise job after the answer knows better. */
let isSure = false;
let sinceMs = 0;
let endedMs = 0;
let processorSinceMs = 0;
let lookedAtMs = 0;
let lookedMs = 0;

function look(nowMs) {
  lookedMs = processorMs();
  lookedAtMs = nowMs;
}

function begin(nowMs) {
  sinceMs = nowMs;
  if (nowMs - lookedAtMs >= LOOK_MS) look(nowMs);
  processorSinceMs = lookedMs;
}

/** Promise jobs, ticks of `process.nextTick` and callbacks of `queueMicrotask`. */
const isDirectlyAfter = (resource) =>
  resource instanceof Promise || (Object.hasOwn(resource, 'callback') && !('_idleTimeout' in resource));

function before() {
  if (depth++ > 0) return;
  const nowMs = performance.now();
  const next = work.getStore() ?? OTHER;
  if (nowMs - endedMs > IDLE_MS || !isDirectlyAfter(executionAsyncResource())) {
    owner = next;
    isSure = false;
    begin(nowMs);
  } else if (next !== owner) {
    if (isSure) begin(nowMs);
    owner = next;
    isSure = true;
  }
}

function after() {
  if (--depth > 0) return;
  depth = 0;
  endedMs = performance.now();
  if (endedMs - sinceMs < limitMs) return;
  look(endedMs);
  const usedMs = lookedMs - processorSinceMs;
  if (usedMs < limitMs) return;
  const slower = slowness();
  const heldMs = Math.round(usedMs / slower);
  if (heldMs >= limitMs)
    fs.appendFileSync(output, `${JSON.stringify({ ...owner, heldMs, usedMs, wallMs: endedMs - sinceMs, slower })}\n`);
  endedMs = performance.now();
  begin(endedMs);
}

/** Ids, codes and figures of a path are no part of the name. */
const nameOf = ({ method, url }) =>
  `${method} ${url.split('?', 1)[0].replace(/\/(?:[\da-f]{8}-[\da-f-]{27}|[^/]*\d{4,}[^/]*|[^/]{40,})(?=\/|$)/g, '/…')}`;

const seen = new Map();

/** Starts with the server: what a program does before is its start, which no request waits for. */
function watch() {
  const hook = createHook({ before, after });
  const { emit } = http.Server.prototype;
  http.Server.prototype.emit = function (event, ...parts) {
    if (event === 'listening') {
      begin(performance.now());
      hook.enable();
    }
    if (event !== 'request' && event !== 'checkContinue') return emit.call(this, event, ...parts);
    const name = nameOf(parts[0]);
    const nth = (seen.get(name) ?? 0) + 1;
    seen.set(name, nth);
    owner = { name, nth };
    isSure = true;
    return work.run(owner, () => emit.call(this, event, ...parts));
  };
  channel('launchbook:job').bindStore(work);
}

if (isMainThread && clock !== null && /server\.mjs$/.test(process.argv[1] ?? '')) watch();
