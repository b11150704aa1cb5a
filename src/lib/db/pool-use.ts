/** How many connections of a pool do what. */
import type pg from 'pg';

export interface PoolUse {
  readonly pool: 'platform' | 'company';
  readonly state: 'busy' | 'idle' | 'waiting';
  readonly count: number;
}

export const useOf = (name: PoolUse['pool'], { totalCount, idleCount, waitingCount }: pg.Pool): readonly PoolUse[] => [
  { pool: name, state: 'busy', count: totalCount - idleCount },
  { pool: name, state: 'idle', count: idleCount },
  { pool: name, state: 'waiting', count: waitingCount },
];
