-- Launch packs (docs/decisions/0395): what the pack of a company is made from, its files and its trees.

CREATE TABLE launch_packs (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  status text NOT NULL DEFAULT 'MAKING' CHECK (status IN ('MAKING', 'READY', 'FAILED')),
  -- Per cent.
  progress smallint NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  -- What to do about a failure; '' for none.
  failure text NOT NULL DEFAULT '',
  -- The admin whose step it is: of two, the one who confirmed.
  started_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  -- Counts the programs that took it: one that was lost no longer writes.
  attempt smallint NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  -- When the program that makes it was last heard of; null while none does.
  heard_at timestamptz,
  -- Where the files will be, so that a second attempt replaces those of the first.
  storage_keys text[] NOT NULL,
  -- As they were when it was begun: every attempt writes the same.
  symbol text NOT NULL,
  token_address text NOT NULL CHECK (token_address ~ '^0x[0-9a-fA-F]{40}$'),
  chain_id bigint NOT NULL CHECK (chain_id > 0),
  -- Set when it is ready. Units are the smallest of the token.
  holders integer CHECK (holders > 0),
  total_units numeric(39, 0) CHECK (total_units > 0),
  PRIMARY KEY (company_id, id),
  CONSTRAINT launch_packs_ended CHECK ((status = 'MAKING') = (ended_at IS NULL)),
  CONSTRAINT launch_packs_failure CHECK ((status = 'FAILED') = (failure <> '')),
  CONSTRAINT launch_packs_ready CHECK ((status = 'READY') = (holders IS NOT NULL) AND (holders IS NULL) = (total_units IS NULL))
);
-- One that is made or is being made.
CREATE UNIQUE INDEX launch_packs_once ON launch_packs (company_id) WHERE status <> 'FAILED';
CREATE INDEX launch_packs_making ON launch_packs (created_at) WHERE status = 'MAKING';

CREATE TABLE launch_pack_files (
  company_id uuid NOT NULL,
  pack_id uuid NOT NULL,
  name text NOT NULL,
  -- In the order of the manifest.
  position smallint NOT NULL,
  storage_key text NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  PRIMARY KEY (company_id, pack_id, name),
  FOREIGN KEY (company_id, pack_id) REFERENCES launch_packs (company_id, id)
);

CREATE TABLE launch_pack_trees (
  company_id uuid NOT NULL,
  pack_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('openzeppelin', 'uniswap', 'sablier')),
  root text NOT NULL CHECK (root ~ '^0x[0-9a-f]{64}$'),
  -- 32 bytes for each node. A proof reads some of them.
  nodes bytea NOT NULL,
  PRIMARY KEY (company_id, pack_id, kind),
  FOREIGN KEY (company_id, pack_id) REFERENCES launch_packs (company_id, id)
);
-- Not compressed, so that a part of it is read without the rest. Hashes do not become smaller anyway.
ALTER TABLE launch_pack_trees ALTER COLUMN nodes SET STORAGE EXTERNAL;

CREATE TABLE launch_pack_holders (
  company_id uuid NOT NULL,
  pack_id uuid NOT NULL,
  -- The index of the claim, by lower-case address from 0.
  position integer NOT NULL,
  -- With the checksum of EIP-55.
  address text NOT NULL,
  units numeric(39, 0) NOT NULL CHECK (units > 0),
  -- Where the leaf is in each tree.
  openzeppelin_node integer NOT NULL,
  uniswap_node integer NOT NULL,
  sablier_node integer NOT NULL,
  PRIMARY KEY (company_id, pack_id, position),
  FOREIGN KEY (company_id, pack_id) REFERENCES launch_packs (company_id, id)
);
CREATE UNIQUE INDEX launch_pack_holders_by_address ON launch_pack_holders (company_id, pack_id, lower(address));

SELECT protect_tenant('launch_packs', 'company_id');
SELECT protect_tenant('launch_pack_files', 'company_id');
SELECT protect_tenant('launch_pack_trees', 'company_id');
SELECT protect_tenant('launch_pack_holders', 'company_id');
