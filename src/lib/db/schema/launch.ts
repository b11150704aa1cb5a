/** The columns of a company that its launch has (docs/decisions/0341), and its packs (docs/decisions/0395). */
import type { Generated } from 'kysely';
import type { LaunchState } from '../../core/launch-states.ts';
import type { Defaulted, Nullable, Time, TimeOrNull } from '../columns.ts';

export interface LaunchColumns {
  launch_state: Defaulted<LaunchState>;
  launch_freeze_at: TimeOrNull;
  launch_token_address: Nullable<string>;
  launch_chain_id: Nullable<bigint>;
  /** Counts the steps of the launch and the changes of its settings. */
  launch_version: Defaulted<number>;
  launch_collecting_at: TimeOrNull;
}

interface LaunchPacks {
  company_id: string;
  id: Generated<string>;
  status: Defaulted<'MAKING' | 'READY' | 'FAILED'>;
  /** Per cent. */
  progress: Defaulted<number>;
  /** What to do about a failure; '' for none. */
  failure: Defaulted<string>;
  started_by: string;
  created_at: Time;
  ended_at: TimeOrNull;
  /** Counts the programs that took it. */
  attempt: Defaulted<number>;
  /** When the program that makes it was last heard of; null while none does. */
  heard_at: TimeOrNull;
  /** Where the files will be. */
  storage_keys: string[];
  symbol: string;
  token_address: string;
  chain_id: bigint;
  /** Null until it is ready. */
  holders: Nullable<number>;
  /** Smallest units; null until it is ready. */
  total_units: Nullable<string>;
}

interface LaunchPackFiles {
  company_id: string;
  pack_id: string;
  name: string;
  /** In the order of the manifest. */
  position: number;
  storage_key: string;
  bytes: bigint;
  sha256: string;
}

export interface LaunchPackTrees {
  company_id: string;
  pack_id: string;
  kind: 'openzeppelin' | 'uniswap' | 'sablier';
  root: string;
  /** 32 bytes for each node. */
  nodes: Buffer;
}

interface LaunchPackHolders {
  company_id: string;
  pack_id: string;
  /** The index of the claim, from 0. */
  position: number;
  address: string;
  /** Smallest units. */
  units: string;
  openzeppelin_node: number;
  uniswap_node: number;
  sablier_node: number;
}

export interface LaunchTables {
  launch_packs: LaunchPacks;
  launch_pack_files: LaunchPackFiles;
  launch_pack_trees: LaunchPackTrees;
  launch_pack_holders: LaunchPackHolders;
}
