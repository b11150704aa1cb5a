-- Values of rows as the audit trail knows them (docs/decisions/0660). Each change that the program makes leaves a MAC of each column
-- here, and the entry of its transaction gets the digest of what it changed. What SQL changes outside the program has neither.

-- The last recorded values of each row. A row that the program deleted stays here without a key.
CREATE TABLE row_states (
  -- The company, or the nil uuid for the platform.
  scope_id uuid NOT NULL,
  table_name text NOT NULL,
  row_key text NOT NULL,
  -- Counts the changes of the row.
  version integer NOT NULL,
  -- Random: a digest of personal data says nothing once it is gone.
  key bytea CHECK (length(key) = 16),
  -- The MAC of each column by its name.
  macs jsonb,
  -- The MAC of the row, for a quick comparison; null where only the columns can tell.
  mac bytea CHECK (length(mac) = 32),
  PRIMARY KEY (scope_id, table_name, row_key),
  CHECK ((key IS NULL) = (macs IS NULL))
);
SELECT protect_tenant('row_states', 'scope_id');
REVOKE INSERT, UPDATE, DELETE ON row_states FROM launchbook_app;

-- Each change of a row. The changes of a transaction are a batch; an entry of the trail has its digest.
CREATE TABLE row_changes (
  scope_id uuid NOT NULL,
  table_name text NOT NULL,
  row_key text NOT NULL,
  version integer NOT NULL,
  batch bigint NOT NULL,
  -- The first of its batch, at whose commit the digest is made.
  opens_batch boolean NOT NULL,
  -- Of what `row_states` held after the change.
  digest bytea NOT NULL CHECK (length(digest) = 32),
  PRIMARY KEY (scope_id, table_name, row_key, version)
);
CREATE INDEX row_changes_batch ON row_changes (scope_id, batch);
CREATE TRIGGER row_changes_append_only BEFORE UPDATE OR DELETE ON row_changes FOR EACH ROW EXECUTE FUNCTION refuse_change();
SELECT protect_tenant('row_changes', 'scope_id');
REVOKE INSERT ON row_changes FROM launchbook_app;

-- Whether the program of the node names its connections so that their changes are recorded.
ALTER TABLE nodes ADD COLUMN records_rows boolean NOT NULL DEFAULT false;

-- In an entry: the digest of each batch that its transaction changed, by the number of the batch.
ALTER TABLE audit_entries ADD COLUMN rows jsonb;

CREATE FUNCTION row_macs(p_key bytea, p_content jsonb) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT coalesce(jsonb_object_agg(c.key,
    encode(substr(sha256(p_key || convert_to(c.key || '=' || c.value::text, 'UTF8')), 1, 12), 'base64')), '{}')
  FROM jsonb_each(p_content) c
$$;

CREATE FUNCTION row_mac(p_key bytea, p_content jsonb) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(p_key || convert_to(p_content::text, 'UTF8'))
$$;

CREATE FUNCTION row_digest(s row_states) RETURNS bytea LANGUAGE sql STABLE AS $$
  SELECT sha256(convert_to(jsonb_build_array('row.1', s.table_name, s.row_key, s.version, encode(s.key, 'hex'), s.macs,
    encode(s.mac, 'hex'))::text, 'UTF8'))
$$;

-- Records rows of a table before (null for a new row) and after a change (null for a deleted one). A column that the change leaves
-- alone keeps its MAC, and a changed row without a state gets none: what was changed outside the program stays visible.
CREATE FUNCTION record_rows(p_table text, p_scopes uuid[], p_keys text[], p_olds jsonb[], p_news jsonb[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  this_batch bigint := nullif(current_setting('app.row_batch', true), '')::bigint;
BEGIN
  IF this_batch IS NULL THEN
    this_batch := next_audit_seq();
    PERFORM set_config('app.row_batch', this_batch::text, true);
  END IF;
  WITH changed AS MATERIALIZED (
    SELECT c.scope_id, c.row_key, c.was, c.content, s.version, s.macs, s.mac,
      CASE WHEN c.content IS NULL THEN NULL WHEN c.was IS NULL THEN uuid_send(gen_random_uuid()) ELSE s.key END AS key
    FROM unnest(p_scopes, p_keys, p_olds, p_news) AS c (scope_id, row_key, was, content)
    LEFT JOIN row_states s ON s.scope_id = c.scope_id AND s.table_name = p_table AND s.row_key = c.row_key
    WHERE c.was IS DISTINCT FROM c.content AND (c.was IS NULL OR s.key IS NOT NULL)
  ), stated AS (
    INSERT INTO row_states AS s (scope_id, table_name, row_key, version, key, macs, mac)
    SELECT c.scope_id, p_table, c.row_key, coalesce(c.version, 0) + 1, c.key,
      CASE WHEN c.content IS NULL THEN NULL WHEN c.was IS NULL THEN row_macs(c.key, c.content)
        ELSE c.macs || row_macs(c.key, (SELECT coalesce(jsonb_object_agg(n.key, n.value), '{}') FROM jsonb_each(c.content) n
          WHERE n.value IS DISTINCT FROM c.was -> n.key OR NOT c.macs ? n.key)) END,
      CASE WHEN c.was IS NULL OR c.mac = row_mac(c.key, c.was) OR c.macs <@ row_macs(c.key, c.was) THEN row_mac(c.key, c.content) END
    FROM changed c
    ON CONFLICT (scope_id, table_name, row_key) DO UPDATE
      SET version = s.version + 1, key = excluded.key, macs = excluded.macs, mac = excluded.mac
    RETURNING *
  )
  INSERT INTO row_changes (scope_id, table_name, row_key, version, batch, opens_batch, digest)
  SELECT scope_id, table_name, row_key, version, this_batch,
    row_number() OVER (PARTITION BY scope_id) = 1
      AND NOT EXISTS (SELECT FROM row_changes b WHERE b.scope_id = s.scope_id AND b.batch = this_batch),
    row_digest(s)
  FROM stated s;
END $$;

CREATE FUNCTION row_key_of(p_content jsonb, p_columns text[]) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT string_agg(p_content ->> u.name, '/' ORDER BY u.nth) FROM unnest(p_columns) WITH ORDINALITY AS u (name, nth)
$$;

-- Arguments: the columns of the key, the column of the company ('' for the platform), the columns that are not recorded. Only
-- connections of the program are recorded, by their name; a pooler may add to it where they come from. While a program of an earlier
-- version still runs next to this one, so are those of its name.
CREATE FUNCTION record_changed_rows() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET timezone = 'UTC' SET bytea_output = 'hex' SET search_path FROM CURRENT AS $$
DECLARE
  platform CONSTANT uuid := '00000000-0000-0000-0000-000000000000';
  keys CONSTANT text[] := TG_ARGV[0];
  scope CONSTANT text := TG_ARGV[1];
  skipped CONSTANT text[] := TG_ARGV[2];
BEGIN
  IF current_setting('application_name') !~ '^launchbook-program( - |$)' AND NOT (
    current_setting('application_name') ~ '^launchbook( - |$)'
    AND EXISTS (SELECT FROM nodes n WHERE NOT n.records_rows AND n.seen_at > now() - interval '2 minutes')) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'INSERT' THEN
    PERFORM record_rows(TG_TABLE_NAME, array_agg(coalesce((n.row ->> scope)::uuid, platform)), array_agg(row_key_of(n.row, keys)),
      array_fill(NULL::jsonb, ARRAY[count(*)::integer]), array_agg(n.row - skipped))
    FROM (SELECT to_jsonb(r) AS row FROM new_rows r) n HAVING count(*) > 0;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM record_rows(TG_TABLE_NAME, array_agg(coalesce((o.row ->> scope)::uuid, platform)), array_agg(row_key_of(o.row, keys)),
      array_agg(o.row - skipped), array_fill(NULL::jsonb, ARRAY[count(*)::integer]))
    FROM (SELECT to_jsonb(r) AS row FROM old_rows r) o HAVING count(*) > 0;
  ELSE
    PERFORM record_rows(TG_TABLE_NAME, array_agg(c.scope_id), array_agg(c.row_key), array_agg(c.was), array_agg(c.content))
    FROM (
      SELECT scope_id, row_key, o.content AS was, n.content
      FROM (SELECT coalesce((r.row ->> scope)::uuid, platform) AS scope_id, row_key_of(r.row, keys) AS row_key, r.row - skipped AS content
        FROM (SELECT to_jsonb(t) AS row FROM old_rows t) r) o
      FULL JOIN (SELECT coalesce((r.row ->> scope)::uuid, platform) AS scope_id, row_key_of(r.row, keys) AS row_key, r.row - skipped AS content
        FROM (SELECT to_jsonb(t) AS row FROM new_rows t) r) n USING (scope_id, row_key)
      WHERE o.content IS DISTINCT FROM n.content) c
    HAVING count(*) > 0;
  END IF;
  RETURN NULL;
END $$;

-- Before the commit: the last entry of the transaction in this trail gets the digest of the batch. A transaction without an entry
-- gets one of its own; most of these are uploads.
CREATE FUNCTION record_batch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  begun CONSTANT bigint := (extract(epoch FROM transaction_timestamp()) * 1000000)::bigint * 2048;
  tables CONSTANT text[] := ARRAY(SELECT DISTINCT table_name FROM row_changes WHERE scope_id = NEW.scope_id AND batch = NEW.batch);
  company_id CONSTANT uuid := nullif(NEW.scope_id, '00000000-0000-0000-0000-000000000000');
  entry_seq bigint;
  recorded jsonb;
BEGIN
  -- Other triggers at the commit may change more rows, in a batch of their own.
  PERFORM set_config('app.row_batch', '', true);
  SELECT jsonb_build_object(NEW.batch::text,
      encode(sha256(string_agg(digest, ''::bytea ORDER BY table_name COLLATE "C", row_key COLLATE "C", version)), 'hex'))
    INTO recorded FROM row_changes WHERE scope_id = NEW.scope_id AND batch = NEW.batch;
  SELECT seq INTO entry_seq FROM audit_entries
    WHERE scope_id = NEW.scope_id AND seq >= begun AND xmin = pg_current_xact_id()::xid ORDER BY seq DESC LIMIT 1;
  IF FOUND THEN
    UPDATE audit_entries SET rows = coalesce(rows, '{}') || recorded WHERE scope_id = NEW.scope_id AND seq = entry_seq;
    RETURN NULL;
  END IF;
  INSERT INTO audit_entries (scope_id, actor_kind, action, subject_kind, subject_id, after, rows, created_at)
    VALUES (NEW.scope_id, 'system', CASE tables WHEN '{media}' THEN 'file.record' ELSE 'row.record' END,
      CASE WHEN company_id IS NULL THEN 'platform' ELSE 'company' END, company_id, jsonb_build_object('tables', tables),
      recorded, date_trunc('milliseconds', clock_timestamp()))
    RETURNING seq INTO entry_seq;
  INSERT INTO audit_queue (scope_id, seq) VALUES (NEW.scope_id, entry_seq);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER row_changes_batch AFTER INSERT ON row_changes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.opens_batch) EXECUTE FUNCTION record_batch();

-- An entry is never changed, but for the digest that its own transaction adds.
CREATE FUNCTION refuse_change_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND pg_trigger_depth() > 1 AND (to_jsonb(NEW) - 'rows') = (to_jsonb(OLD) - 'rows') THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
DROP TRIGGER audit_entries_append_only ON audit_entries;
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries
  FOR EACH ROW EXECUTE FUNCTION refuse_change_of_entry();

-- Begins to record a table, or changes which columns are recorded. A later migration calls it for a new table.
CREATE FUNCTION record_table(p_table text, p_keys text[], p_scope text, p_skipped text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  event record;
BEGIN
  FOR event IN SELECT * FROM (VALUES ('INSERT', 'added', 'NEW TABLE AS new_rows'), ('DELETE', 'deleted', 'OLD TABLE AS old_rows'),
      ('UPDATE', 'changed', 'OLD TABLE AS old_rows NEW TABLE AS new_rows')) AS e (operation, name, tables) LOOP
    EXECUTE format('DROP TRIGGER IF EXISTS %I ON %I', 'rows_' || event.name, p_table);
    EXECUTE format('CREATE TRIGGER %I AFTER %s ON %I REFERENCING %s FOR EACH STATEMENT EXECUTE FUNCTION record_changed_rows(%L, %L, %L)',
      'rows_' || event.name, event.operation, p_table, event.tables, p_keys, p_scope, p_skipped);
  END LOOP;
END $$;

-- Records the rows of a company, or of the platform, that have no state. @param p_all also those that have one, as they are now
CREATE FUNCTION record_rows_as_they_are(p_scope uuid, p_table text, p_keys text[], p_scope_column text, p_skipped text[], p_all boolean)
RETURNS void LANGUAGE plpgsql SET timezone = 'UTC' SET bytea_output = 'hex' SET search_path FROM CURRENT AS $$
BEGIN
  EXECUTE format($query$
    WITH present AS (
      SELECT row_key_of(r.row, $2) AS row_key, r.row - $3 AS content
      FROM (SELECT to_jsonb(t) AS row FROM %I t WHERE %s) r
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

SELECT record_table('announcements', '{id}', 'company_id', '{state,started_at,cursor_id,recipients,mails,ended_at}');
SELECT record_table('api_keys', '{id}', 'company_id', '{last_used_at}');
SELECT record_table('approvals', '{id}', 'company_id', '{}');
SELECT record_table('bank_mappings', '{beneficiary_id,header}', 'company_id', '{}');
SELECT record_table('bank_matches', '{id}', 'company_id', '{}');
SELECT record_table('bank_row_aliases', '{identity}', 'company_id', '{}');
SELECT record_table('bank_row_references', '{row_id,reference,source}', 'company_id', '{}');
SELECT record_table('bank_rows', '{id}', 'company_id', '{payer_letters}');
SELECT record_table('bank_rules', '{id}', 'company_id', '{}');
SELECT record_table('bank_statement_rows', '{statement_id,row_id}', 'company_id', '{}');
SELECT record_table('bank_statements', '{id}', 'company_id', '{notified_at}');
SELECT record_table('beneficiaries', '{id}', 'company_id', '{updated_at}');
SELECT record_table('beneficiary_versions', '{beneficiary_id,version}', 'company_id', '{}');
SELECT record_table('cluster_hosts', '{host}', '', '{}');
SELECT record_table('companies', '{id}', 'id', '{moved_at}');
SELECT record_table('company_brands', '{company_id}', 'company_id', '{updated_at}');
SELECT record_table('company_changes', '{id}', 'company_id', '{}');
SELECT record_table('company_hosts', '{host}', 'company_id', '{}');
SELECT record_table('company_settings', '{version}', 'company_id', '{}');
SELECT record_table('launch_pack_files', '{pack_id,name}', 'company_id', '{}');
SELECT record_table('launch_pack_trees', '{pack_id,kind}', 'company_id', '{nodes}');
SELECT record_table('launch_packs', '{id}', 'company_id', '{progress,attempt,heard_at}');
SELECT record_table('media', '{id}', 'company_id', '{}');
SELECT record_table('passkeys', '{id}', 'scope_id', '{counter,last_used_at}');
SELECT record_table('purchase_messages', '{id}', 'company_id', '{}');
SELECT record_table('purchases', '{id}', 'company_id', '{search_text,idempotency_key,content_hash,repeat_hash}');
SELECT record_table('receipts', '{financial_year,seq}', 'company_id', '{}');
SELECT record_table('recovery_codes', '{code_hash}', 'scope_id', '{}');
SELECT record_table('referral_rewards', '{id}', 'company_id', '{}');
SELECT record_table('referral_rules', '{version}', 'company_id', '{}');
SELECT record_table('referral_sign_ups', '{user_id}', 'company_id', '{}');
SELECT record_table('refund_parts', '{refund_id,row_id}', 'company_id', '{}');
SELECT record_table('refund_payouts', '{reference}', 'company_id', '{}');
SELECT record_table('refunds', '{id}', 'company_id', '{}');
SELECT record_table('settlements', '{id}', 'company_id', '{}');
SELECT record_table('sole_acts', '{id}', 'company_id', '{}');
SELECT record_table('super_admins', '{id}', '', '{}');
SELECT record_table('totp_factors', '{id}', 'scope_id', '{last_step}');
SELECT record_table('users', '{id}', 'company_id', '{search_text,name_letters,updated_at,language,mails_declined_at}');
SELECT record_table('webhooks', '{id}', 'company_id', '{failures,position,version}');
