import { CallError, call } from '@/islands/api.ts';
import { updateMember } from '@/lib/members/calls.ts';
import { failedFor, type Outcome, stopsAll } from '../lists/outcome.ts';

/** Verifies one member. Verifying once more changes nothing, so an answer that was lost does no harm. */
export async function verifyMember({ id }: { readonly id: string }): Promise<Outcome> {
  try {
    const { message } = await call(updateMember, { id, isApproved: true });
    return { kind: 'done', message };
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    if (stopsAll(cause)) return failedFor(cause);
    return { kind: cause.status === 404 ? 'lost' : 'failed', message: cause.message };
  }
}
