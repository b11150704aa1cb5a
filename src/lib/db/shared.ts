/**
 * Lends one connection to all statements of a request that are under way at the same time (docs/decisions/0375). Each is
 * still alone: one that fails does not touch the others. No transaction ever gets such a connection: `inTransaction` takes
 * one for itself.
 */
import type { PostgresPoolClient } from 'kysely';
import type { Connecting } from './binding.ts';
import { asKyselys, type Send } from './connection.ts';

/** These wait until the connection is bound. A word of a name in quotes, such as "update", only waits for nothing. */
const MAY_WRITE = /\b(insert|update|delete|merge|truncate|call|set_config)\b/i;

interface Lent {
  readonly connecting: Promise<Connecting>;
  borrowers: number;
  isBound: boolean;
}

/** @returns what Kysely takes for a pool's `connect` */
export function lendToAll(connect: () => Promise<Connecting>): () => Promise<PostgresPoolClient> {
  let lent: Lent | null = null;
  return async () => {
    lent ??= { connecting: connect(), borrowers: 0, isBound: true };
    const mine = lent;
    mine.borrowers++;
    let connecting: Connecting;
    try {
      connecting = await mine.connecting;
    } catch (cause) {
      if (lent === mine) lent = null;
      throw cause;
    }
    const { connection, binding } = connecting;
    binding?.catch(() => {
      mine.isBound = false;
    });
    const query: Send = async (text, values) => {
      if (MAY_WRITE.test(text)) await binding;
      const [answer] = await Promise.all([connection.sendAlone(text, values), binding]);
      return answer;
    };
    return asKyselys(query, () => {
      mine.borrowers--;
      const isUnused = mine.borrowers === 0;
      // Nobody else may begin on a connection whose company is not known.
      if ((isUnused || !mine.isBound) && lent === mine) lent = null;
      if (isUnused) connection.release(!mine.isBound);
    });
  };
}
