-- What was done without an account of the company: looked for by the words 'Platform' and 'The program'.
CREATE INDEX audit_entries_outside ON audit_entries (scope_id, actor_kind, created_at DESC, seq DESC)
  WHERE actor_kind IN ('super', 'system');
