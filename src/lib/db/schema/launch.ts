/** The columns of a company that its launch has (docs/decisions/0341). */
import type { LaunchState } from '../../core/launch-states.ts';
import type { Defaulted, Nullable, TimeOrNull } from '../columns.ts';

export interface LaunchColumns {
  launch_state: Defaulted<LaunchState>;
  launch_freeze_at: TimeOrNull;
  launch_token_address: Nullable<string>;
  launch_chain_id: Nullable<bigint>;
  /** Counts the steps of the launch and the changes of its settings. */
  launch_version: Defaulted<number>;
  launch_collecting_at: TimeOrNull;
}
