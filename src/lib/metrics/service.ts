/**
 * What this process counts for `GET /metrics` (docs/operations.md, Metrics). Labels have few values: the pattern of a route
 * and never a path, a kind of event and never an account, a company or an address.
 */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** One for the process, like the processor and the memory that it also shows. */
const registry = new Registry();
const registers = [registry];
// Processor, memory, file handles, garbage collection and the delay of the event loop.
collectDefaultMetrics({ register: registry });

const requests = new Counter({
  name: 'launchbook_http_requests_total',
  help: 'Answered requests by route, method and status.',
  labelNames: ['route', 'method', 'status'],
  registers,
});

const durations = new Histogram({
  name: 'launchbook_http_request_duration_seconds',
  help: 'From the head of a request to the end of its answer, by route and method.',
  labelNames: ['route', 'method'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  registers,
});

const securityEvents = new Counter({
  name: 'launchbook_security_events_total',
  help: 'Failed sign-ins, wrong codes and the like, as in the log.',
  labelNames: ['event'],
  registers,
});

const refusedSignIns = new Counter({
  name: 'launchbook_sign_ins_refused_total',
  help: 'Sign-ins refused before anything else for lack of room. They are in no other count.',
  registers,
});

const storeRequests = new Counter({
  name: 'launchbook_object_store_requests_total',
  help: 'Requests to the object store of uploads, by operation and outcome.',
  labelNames: ['operation', 'outcome'],
  registers,
});

const damagedFiles = new Counter({
  name: 'launchbook_damaged_files_total',
  help: 'Stored files that were not shown because their bytes are not those that were uploaded.',
  registers,
});

const webhookTries = new Counter({
  name: 'launchbook_webhook_tries_total',
  help: 'Tries to send an event to a webhook, by what became of it.',
  labelNames: ['outcome'],
  registers,
});

/** Methods of the program; others, which a client may make up, share one label. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

export interface CountedRequest {
  /** The pattern of the page or call; `(other)` for files and for what was refused before a route was found. */
  readonly route: string;
  readonly method: string;
  readonly status: number;
  readonly seconds: number;
}

export function countRequest({ route, method, status, seconds }: CountedRequest): void {
  const known = METHODS.has(method) ? method : '(other)';
  requests.inc({ route, method: known, status });
  durations.observe({ route, method: known }, seconds);
}

/** @param event one of a fixed list of names */
export function countSecurityEvent(event: string): void {
  securityEvents.inc({ event });
}

export function countRefusedSignIn(): void {
  refusedSignIns.inc();
}

/** @param outcome `missing`: there is no such object; `failed`: the store was away, slow, full, or refused the request */
export function countStoreRequest(operation: string, outcome: 'done' | 'missing' | 'failed'): void {
  storeRequests.inc({ operation, outcome });
}

export function countDamagedFile(): void {
  damagedFiles.inc();
}

/** @param outcome `failed`: tried again later; `given_up`: the last try, or the receiver wants no more */
export function countWebhookTry(outcome: 'delivered' | 'failed' | 'given_up'): void {
  webhookTries.inc({ outcome });
}

/**
 * A value that is read when it is asked for.
 * @param read rejects when it cannot be known: then the metric has no value, which an alert can see
 */
export function gauge<const L extends string>(
  name: string,
  help: string,
  labelNames: readonly L[],
  read: () => Promise<readonly { labels: Record<L, string>; value: number }[]>,
): void {
  // A test runs several programs in one process, one after the other: the last one is shown.
  registry.removeSingleMetric(name);
  new Gauge({
    name,
    help,
    labelNames,
    registers,
    async collect() {
      this.reset();
      for (const { labels, value } of await read().catch(() => [])) this.set(labels, value);
    },
  });
}

/** All metrics in the text format of Prometheus, and its media type. */
export async function exposition(): Promise<{ readonly mime: string; readonly text: string }> {
  return { mime: registry.contentType, text: await registry.metrics() };
}
