-- Numbers, seals and adds an entry in one call: everybody who writes waits for the head, so it is held as short as can be.
-- The sealed text comes in parts, for the number, the time and the hash before are known only under the lock.
CREATE FUNCTION append_audit(
  p_scope_id uuid, p_genesis text, p_text_before_seq text, p_text_before_time text,
  p_actor_kind text, p_actor_id uuid, p_action text, p_subject_kind text, p_subject_id uuid, p_before jsonb, p_after jsonb
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  next_seq bigint;
  last_hash text;
  at timestamptz(3);
  sealed text;
BEGIN
  INSERT INTO audit_heads AS h (scope_id, seq, hash) VALUES (p_scope_id, 1, p_genesis)
    ON CONFLICT (scope_id) DO UPDATE SET seq = h.seq + 1
    RETURNING h.seq, h.hash INTO next_seq, last_hash;
  at := date_trunc('milliseconds', clock_timestamp());
  sealed := '0x' || encode(sha256(convert_to(
    p_text_before_seq || '"' || next_seq || '"' || p_text_before_time
    || '"' || to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '","' || last_hash || '"]',
    'UTF8')), 'hex');
  INSERT INTO audit_entries (
    scope_id, seq, actor_kind, actor_id, action, subject_kind, subject_id, before, after, created_at, prev_hash, hash
  ) VALUES (
    p_scope_id, next_seq, p_actor_kind, p_actor_id, p_action, p_subject_kind, p_subject_id, p_before, p_after, at,
    last_hash, sealed
  );
  UPDATE audit_heads SET hash = sealed WHERE scope_id = p_scope_id;
  RETURN next_seq;
END $$;
