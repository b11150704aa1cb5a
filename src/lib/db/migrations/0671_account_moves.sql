-- Changes of a member's address and removals of second factors by admins (docs/decisions/0671): for seven days these admins decide
-- nothing alone about the member, and for 72 hours the owner takes a change of the address back. Ids alone: the earlier address is
-- sealed in the link of the mail.
CREATE TABLE account_moves (
  company_id uuid NOT NULL REFERENCES companies (id),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('email', 'factors')),
  moved_by uuid NOT NULL,
  -- The first of two admins, of whom `moved_by` is the second.
  proposed_by uuid,
  moved_at timestamptz NOT NULL DEFAULT now(),
  taken_back_at timestamptz,
  PRIMARY KEY (company_id, id)
);
CREATE INDEX account_moves_of_user ON account_moves (company_id, user_id, moved_at);
SELECT protect_tenant('account_moves', 'company_id');
REVOKE UPDATE, DELETE ON account_moves FROM launchbook_app;
GRANT UPDATE (taken_back_at) ON account_moves TO launchbook_app;
SELECT record_table('account_moves', '{id}', 'company_id', '{}');
