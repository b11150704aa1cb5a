-- Forward only. Every tenant table carries company_id first in its keys, so that row-level security can bind to it.
-- Times come from the database's clock alone. Money is bigint paise, prices are bigint micro-rupees, stock is bigint.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE companies (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_name text NOT NULL,
  company_title text NOT NULL,
  token_name text NOT NULL,
  token_symbol text NOT NULL UNIQUE,
  total_supply bigint NOT NULL CHECK (total_supply > 0),
  private_supply bigint NOT NULL CHECK (private_supply >= 0),
  public_cell_supply bigint NOT NULL CHECK (public_cell_supply >= 0),
  angel_investor_supply bigint NOT NULL CHECK (angel_investor_supply >= 0),
  founder_team_supply bigint NOT NULL CHECK (founder_team_supply >= 0),
  airdrop_supply bigint NOT NULL CHECK (airdrop_supply >= 0),
  price_micros bigint NOT NULL CHECK (price_micros > 0),
  fee_bps integer NOT NULL CHECK (fee_bps BETWEEN 0 AND 10000),
  reward_bps integer NOT NULL CHECK (reward_bps BETWEEN 0 AND 10000),
  verified_members_only boolean NOT NULL DEFAULT false,
  upi_limit_paise bigint NOT NULL DEFAULT 10000000 CHECK (upi_limit_paise > 0),
  launch_at timestamptz,
  email text NOT NULL,
  mobile text NOT NULL,
  pan text NOT NULL DEFAULT '',
  aadhaar_last4 text NOT NULL DEFAULT '',
  aadhaar_hash text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  pincode text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT companies_parts_add_up CHECK (
    total_supply = private_supply + public_cell_supply + angel_investor_supply + founder_team_supply + airdrop_supply
  )
);

-- One hot row a company: what is promised to pending purchases, what is credited, and the head of the stock chain.
CREATE TABLE supplies (
  company_id uuid PRIMARY KEY REFERENCES companies (id),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  credited bigint NOT NULL DEFAULT 0 CHECK (credited >= 0),
  ledger_seq bigint NOT NULL DEFAULT 0,
  ledger_hash text NOT NULL
);

CREATE TABLE users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_id uuid NOT NULL REFERENCES companies (id),
  email text NOT NULL,
  name text NOT NULL,
  mobile text NOT NULL,
  role text NOT NULL DEFAULT 'USER' CHECK (role IN ('USER', 'ADMIN')),
  status text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'INACTIVE', 'BLOCKED')),
  is_approved boolean NOT NULL DEFAULT false,
  member_id text NOT NULL,
  referrer_id uuid REFERENCES users (id),
  password_hash text NOT NULL,
  date_of_birth date,
  pincode text,
  gender text CHECK (gender IN ('male', 'female', 'other')),
  aadhaar_last4 text,
  aadhaar_hash text,
  wallet_address text,
  profile_image_id uuid,
  search_text text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  UNIQUE (company_id, email),
  UNIQUE (company_id, member_id),
  UNIQUE (company_id, id)
);
CREATE UNIQUE INDEX users_wallet ON users (company_id, lower(wallet_address)) WHERE wallet_address IS NOT NULL;
CREATE UNIQUE INDEX users_aadhaar ON users (company_id, aadhaar_hash) WHERE aadhaar_hash IS NOT NULL;
CREATE INDEX users_list ON users (company_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_waiting ON users (company_id, is_approved, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_referred ON users (company_id, referrer_id) WHERE referrer_id IS NOT NULL;
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops) WITH (fastupdate = off);

CREATE TABLE super_admins (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE,
  name text NOT NULL DEFAULT 'Super admin',
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL CHECK (kind IN ('member', 'admin', 'super')),
  company_id uuid REFERENCES companies (id),
  user_id uuid REFERENCES users (id) ON DELETE CASCADE,
  super_admin_id uuid REFERENCES super_admins (id) ON DELETE CASCADE,
  cookie_hash bytea NOT NULL UNIQUE,
  token_hash bytea NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  seen_at timestamptz NOT NULL DEFAULT now(),
  idle_seconds integer NOT NULL,
  expires_at timestamptz NOT NULL,
  ip text NOT NULL DEFAULT '',
  user_agent text NOT NULL DEFAULT '',
  CHECK ((kind = 'super') = (super_admin_id IS NOT NULL)),
  CHECK ((kind = 'super') = (user_id IS NULL)),
  CHECK ((user_id IS NULL) = (company_id IS NULL))
);
CREATE INDEX sessions_user ON sessions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- scope_id is the company, or the nil uuid for the platform. A new code takes the row of the old one.
CREATE TABLE codes (
  purpose text NOT NULL CHECK (purpose IN ('register', 'reset', 'super')),
  scope_id uuid NOT NULL,
  address text NOT NULL,
  code_hash bytea NOT NULL,
  tries_left integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (purpose, scope_id, address)
);

CREATE TABLE rate_limits (
  key text PRIMARY KEY,
  count integer NOT NULL,
  ends_at timestamptz NOT NULL
);
CREATE INDEX rate_limits_end ON rate_limits (ends_at);

CREATE TABLE media (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_id uuid NOT NULL REFERENCES companies (id),
  owner_id uuid,
  owner_kind text NOT NULL CHECK (owner_kind IN ('user', 'super')),
  kind text NOT NULL,
  mime text NOT NULL,
  file_name text NOT NULL,
  size_bytes integer NOT NULL,
  sha256 text NOT NULL,
  storage_key text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX media_owner ON media (company_id, owner_id);
CREATE INDEX media_same ON media (company_id, sha256);

CREATE TABLE beneficiaries (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_id uuid NOT NULL REFERENCES companies (id),
  holder_name text NOT NULL,
  bank_name text NOT NULL,
  branch text NOT NULL,
  account_number text NOT NULL,
  ifsc_code text NOT NULL,
  upi text NOT NULL,
  is_primary boolean NOT NULL DEFAULT false,
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX beneficiaries_primary ON beneficiaries (company_id) WHERE is_primary;
CREATE INDEX beneficiaries_company ON beneficiaries (company_id, is_active);

CREATE TABLE purchases (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_id uuid NOT NULL REFERENCES companies (id),
  user_id uuid NOT NULL,
  order_number text NOT NULL,
  payment_method text NOT NULL CHECK (payment_method IN ('BANK', 'UPI', 'MANUAL', 'CRYPTO')),
  order_amount_paise bigint NOT NULL CHECK (order_amount_paise > 0),
  price_micros bigint NOT NULL CHECK (price_micros > 0),
  quantity bigint NOT NULL CHECK (quantity > 0),
  fee_bps integer NOT NULL,
  fee_paise bigint NOT NULL CHECK (fee_paise >= 0),
  final_amount_paise bigint NOT NULL,
  claimed_amount_paise bigint NOT NULL CHECK (claimed_amount_paise > 0),
  reference_number text,
  transaction_id text,
  receipt_id uuid REFERENCES media (id),
  beneficiary jsonb,
  order_age_seconds integer CHECK (order_age_seconds >= 0),
  status text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'APPROVED', 'REJECTED')),
  idempotency_key text,
  content_hash text NOT NULL,
  repeat_hash text,
  search_text text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL DEFAULT now(),
  decided_at timestamptz,
  decided_by uuid,
  reject_reason text,
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id),
  CHECK (final_amount_paise = order_amount_paise + fee_paise),
  CHECK ((status = 'PENDING') = (decided_at IS NULL))
);
CREATE UNIQUE INDEX purchases_order ON purchases (company_id, order_number);
CREATE UNIQUE INDEX purchases_once ON purchases (company_id, user_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX purchases_reference_approved ON purchases (company_id, reference_number)
  WHERE status = 'APPROVED' AND reference_number IS NOT NULL;
CREATE UNIQUE INDEX purchases_reference_own ON purchases (company_id, user_id, reference_number)
  WHERE status = 'PENDING' AND reference_number IS NOT NULL;
CREATE INDEX purchases_reference ON purchases (company_id, reference_number) WHERE reference_number IS NOT NULL;
CREATE INDEX purchases_repeat ON purchases (company_id, user_id, repeat_hash) WHERE repeat_hash IS NOT NULL;
CREATE INDEX purchases_list ON purchases (company_id, status, created_at DESC, id DESC);
CREATE INDEX purchases_mine ON purchases (company_id, user_id, created_at DESC, id DESC);
CREATE INDEX purchases_receipt ON purchases (receipt_id) WHERE receipt_id IS NOT NULL;
CREATE INDEX purchases_search ON purchases USING gin (search_text gin_trgm_ops) WITH (fastupdate = off);

-- What admins search purchases by. A member's change of name, and the erasing of a member, reach it through the trigger.
CREATE FUNCTION purchase_search_text(
  order_number text, reference_number text, transaction_id text, name text, member_id text, mobile text, email text
) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT lower(concat_ws(' ', order_number, reference_number, transaction_id, name, member_id, mobile, email))
$$;
CREATE FUNCTION refresh_purchase_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE purchases p
  SET search_text = purchase_search_text(
    p.order_number, p.reference_number, p.transaction_id, NEW.name, NEW.member_id, NEW.mobile, NEW.email)
  WHERE p.company_id = NEW.company_id AND p.user_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER users_refresh_purchase_search AFTER UPDATE OF name, member_id, mobile, email ON users FOR EACH ROW
  WHEN ((OLD.name, OLD.member_id, OLD.mobile, OLD.email) IS DISTINCT FROM (NEW.name, NEW.member_id, NEW.mobile, NEW.email))
  EXECUTE FUNCTION refresh_purchase_search();

-- Entries are only ever added; each carries the hash of the one before.
CREATE TABLE stock_entries (
  company_id uuid NOT NULL REFERENCES companies (id),
  seq bigint NOT NULL,
  user_id uuid NOT NULL,
  quantity bigint NOT NULL CHECK (quantity <> 0),
  kind text NOT NULL CHECK (kind IN ('PURCHASE', 'REWARD', 'ADJUSTMENT')),
  source_id uuid NOT NULL,
  created_at timestamptz(3) NOT NULL,
  prev_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (company_id, seq),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX stock_entries_mine ON stock_entries (company_id, user_id, seq DESC);
CREATE UNIQUE INDEX stock_entries_once ON stock_entries (company_id, source_id, kind) WHERE kind IN ('PURCHASE', 'REWARD');

CREATE TABLE stock_balances (
  company_id uuid NOT NULL,
  user_id uuid NOT NULL,
  quantity bigint NOT NULL CHECK (quantity >= 0),
  last_hash text NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (company_id, user_id),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
);
CREATE INDEX stock_balances_rank ON stock_balances (company_id, quantity DESC, user_id);

-- scope_id is the company, or the nil uuid for what the platform itself does.
CREATE TABLE audit_heads (
  scope_id uuid PRIMARY KEY,
  seq bigint NOT NULL DEFAULT 0,
  hash text NOT NULL
);
CREATE TABLE audit_entries (
  scope_id uuid NOT NULL,
  seq bigint NOT NULL,
  actor_kind text NOT NULL CHECK (actor_kind IN ('member', 'admin', 'super', 'system')),
  actor_id uuid,
  action text NOT NULL,
  subject_kind text NOT NULL,
  subject_id uuid,
  before jsonb,
  after jsonb,
  created_at timestamptz(3) NOT NULL,
  prev_hash text NOT NULL,
  hash text NOT NULL,
  PRIMARY KEY (scope_id, seq)
);
CREATE INDEX audit_entries_subject ON audit_entries (scope_id, subject_id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
CREATE TRIGGER stock_entries_append_only BEFORE UPDATE OR DELETE ON stock_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE TABLE mails (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  company_id uuid,
  to_address text NOT NULL,
  subject text NOT NULL,
  kind text NOT NULL,
  payload bytea,
  message_id text NOT NULL UNIQUE,
  state text NOT NULL DEFAULT 'WAITING' CHECK (state IN ('WAITING', 'SENT', 'DISCARDED', 'FAILED')),
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  discard boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at timestamptz
);
CREATE INDEX mails_waiting ON mails (next_attempt_at) WHERE state = 'WAITING';
