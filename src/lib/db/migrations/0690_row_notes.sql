-- Rows are locked while they are recorded as they are, otherwise as in 0660. Without the lock a change at the same moment is recorded
-- first, and the old value after it, so an honest database does not verify.
CREATE OR REPLACE FUNCTION record_rows_as_they_are(p_scope uuid, p_table text, p_keys text[], p_scope_column text, p_skipped text[], p_all boolean)
RETURNS void LANGUAGE plpgsql SET timezone = 'UTC' SET bytea_output = 'hex' SET search_path FROM CURRENT AS $$
BEGIN
  EXECUTE format($query$
    WITH present AS (
      SELECT row_key_of(r.row, $2) AS row_key, r.row - $3 AS content
      FROM (SELECT to_jsonb(t) AS row FROM %I t WHERE %s FOR SHARE) r
    ), missing AS (
      SELECT coalesce(p.row_key, s.row_key) AS row_key, CASE WHEN p.row_key IS NULL THEN '{}'::jsonb END AS was, p.content,
        row_number() OVER () / 2000 AS part
      FROM present p FULL JOIN (SELECT row_key FROM row_states WHERE scope_id = $1 AND table_name = $4 AND (NOT $5 OR key IS NOT NULL)) s
        USING (row_key)
      WHERE s.row_key IS NULL OR $5)
    SELECT record_rows($4, array_agg($1), array_agg(row_key), array_agg(was), array_agg(content)) FROM missing GROUP BY part
  $query$, p_table, CASE WHEN p_scope_column = '' THEN '$1 IS NOT NULL' ELSE format('t.%I = $1', p_scope_column) END)
  USING p_scope, p_keys, p_skipped, p_table, p_all;
END $$;
