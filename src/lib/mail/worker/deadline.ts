/**
 * Runs work that another signal, or a time, ends. Unlike `AbortSignal.timeout`, whose timer stays until its time has come, nothing is
 * left of the deadline once the work is done: a mail server that answers in a second would otherwise cost minutes of memory for each mail.
 * @param signal its reason becomes that of the work's signal
 * @param ms after which the work's signal is aborted with a `TimeoutError`
 */
export async function withDeadline<T>(
  signal: AbortSignal,
  ms: number,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => controller.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
  try {
    return await run(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', abort);
  }
}
