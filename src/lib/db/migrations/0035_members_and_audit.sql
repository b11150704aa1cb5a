-- The lists of members and of the audit trail, each in the order in which it is read.
CREATE INDEX users_status ON users (company_id, status, created_at DESC, id DESC) WHERE deleted_at IS NULL;

CREATE INDEX audit_entries_time ON audit_entries (scope_id, created_at DESC, seq DESC);
CREATE INDEX audit_entries_action ON audit_entries (scope_id, action, created_at DESC, seq DESC);
CREATE INDEX audit_entries_actor ON audit_entries (scope_id, actor_id, created_at DESC, seq DESC) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_about ON audit_entries (scope_id, subject_id, created_at DESC, seq DESC) WHERE subject_id IS NOT NULL;
DROP INDEX audit_entries_subject;

-- Files whose rows are gone and whose bytes are to go: they go after the commit, and again until they are gone.
CREATE TABLE media_removals (
  storage_key text PRIMARY KEY,
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Where row security is in force already; elsewhere the migration that brings it protects this table too.
DO $$ BEGIN
  IF to_regproc('protect_tenant') IS NOT NULL THEN PERFORM protect_tenant('media_removals', 'company_id'); END IF;
END $$;
