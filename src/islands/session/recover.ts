import type { Call } from '@/lib/core/contract.ts';
import { CallError } from '../failure.ts';
import { confirmIdentity } from './confirmation.ts';
import { sessionEnded } from './ended-session.ts';

/**
 * Sends a call, and repeats it after the person has signed in again or confirmed who they are, each at most once.
 * @param send throws CallError where the server refuses
 * @param isRenewed the session has just been renewed: if it is missing again, the call fails
 * @throws CallError the refusal, if the person cancels
 */
export async function withSession<T>(
  call: Pick<Call, 'access'>,
  send: () => Promise<T>,
  isRenewed = false,
): Promise<T> {
  const sentAtMs = performance.now();
  try {
    return await send();
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    // Every page of the area leads to the one where it is chosen, or added.
    if (cause.code === 'password_change_required' || cause.code === 'second_factor_required') window.location.reload();
    if (cause.status === 401 && call.access !== 'public' && !isRenewed) {
      await sessionEnded(call);
      return await withSession(call, send, true);
    }
    const { access } = call;
    if (cause.code !== 'reauthentication_required' || access === 'public' || access === 'any') throw cause;
    if (!(await confirmIdentity(access, sentAtMs))) throw cause;
    return await send();
  }
}
