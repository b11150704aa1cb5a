/**
 * Bounds the bodies that arrive from one network, before anything reads them: each takes a connection and memory for as long
 * as its client sends slowly (decision 0758).
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createNetworkCounts } from '../http/networks.ts';
import type { Visit } from './visit.ts';

/** Bodies of one IPv4 address or /64; a /48 may have four times as many. */
const ARRIVING_MAX = 20;
/** A body that has no room waits, unread. Most of them arrive completely meanwhile, and then need none. */
const WAIT_MS = 1_000;
const CHECK_MS = 20;

type ArrivingBody = Pick<Visit, 'req' | 'res' | 'ip'>;

/** @returns a function that gives true if there is room for a body, or a promise of it where the body has to wait */
export function createArrivingBodies(): (body: ArrivingBody) => true | Promise<boolean> {
  const arriving = createNetworkCounts<ArrivingBody>(ARRIVING_MAX);
  const remove = (body: ArrivingBody): void => arriving.delete(body.ip, body);
  const takeRoom = (body: ArrivingBody): boolean => {
    const full = arriving.fullNetwork(body.ip);
    // Node has no event for a body that has arrived and was not read.
    if (full !== null) for (const other of [...arriving.of(full)]) if (hasArrived(other.req)) remove(other);
    if (arriving.fullNetwork(body.ip) !== null) return false;
    arriving.add(body.ip, body);
    body.res.once('close', () => remove(body));
    return true;
  };
  const waitForRoom = async (body: ArrivingBody): Promise<boolean> => {
    for (let ms = 0; ms < WAIT_MS; ms += CHECK_MS) {
      await sleep(CHECK_MS);
      if (hasArrived(body.req) || takeRoom(body)) return true;
    }
    return false;
  };
  return (body) => takeRoom(body) || waitForRoom(body);
}

function hasArrived(req: IncomingMessage): boolean {
  return req.complete || req.destroyed;
}
