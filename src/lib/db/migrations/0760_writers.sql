-- Who wrote an entry of the trail and the digest of a batch: MACs under a key that the program gives to its connections
-- (`app.writer`, nonce and key). The program checks them when it seals (docs/decisions/0753).

ALTER TABLE audit_entries
  ADD COLUMN writer text,
  -- Set when it is sealed: no connection of the program wrote the entry, or what it says of rows.
  ADD COLUMN is_foreign boolean NOT NULL DEFAULT false;

-- Null without a key. Otherwise the nonce of the key, and the first 16 bytes of a MAC of the content.
CREATE FUNCTION writer_mac(p_content text) RETURNS text LANGUAGE plpgsql STABLE AS $$
DECLARE
  writer CONSTANT text := coalesce(current_setting('app.writer', true), '');
  key bytea;
BEGIN
  IF writer !~ '^[0-9a-f]{16}:[0-9a-f]{64}$' THEN
    RETURN NULL;
  END IF;
  key := decode(split_part(writer, ':', 2), 'hex');
  RETURN split_part(writer, ':', 1) || '.'
    || encode(substr(sha256(key || convert_to(p_content, 'UTF8') || key), 1, 16), 'hex');
END $$;

-- An entry that is copied from another database keeps its writer.
CREATE FUNCTION sign_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.writer := coalesce(writer_mac(jsonb_build_array('entry.1', NEW.scope_id, NEW.seq, NEW.actor_kind, NEW.actor_id, NEW.action,
    NEW.subject_kind, NEW.subject_id, NEW.before, NEW.after, (extract(epoch FROM NEW.created_at) * 1000)::bigint)::text), NEW.writer);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_entries_sign BEFORE INSERT ON audit_entries FOR EACH ROW EXECUTE FUNCTION sign_entry();

-- As in 0660, and the digest of a batch is followed by who made it.
CREATE OR REPLACE FUNCTION record_batch() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
DECLARE
  begun CONSTANT bigint := (extract(epoch FROM transaction_timestamp()) * 1000000)::bigint * 2048;
  tables CONSTANT text[] := ARRAY(SELECT DISTINCT table_name FROM row_changes WHERE scope_id = NEW.scope_id AND batch = NEW.batch);
  company_id CONSTANT uuid := nullif(NEW.scope_id, '00000000-0000-0000-0000-000000000000');
  entry_seq bigint;
  digest text;
  recorded jsonb;
BEGIN
  -- Other triggers at the commit may change more rows, in a batch of their own.
  PERFORM set_config('app.row_batch', '', true);
  SELECT encode(sha256(string_agg(c.digest, ''::bytea ORDER BY table_name COLLATE "C", row_key COLLATE "C", version)), 'hex')
    INTO digest FROM row_changes c WHERE scope_id = NEW.scope_id AND batch = NEW.batch;
  recorded := jsonb_build_object(NEW.batch::text,
    digest || coalesce('.' || writer_mac(format('batch.1/%s/%s/%s', NEW.scope_id, NEW.batch, digest)), ''));
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

-- An entry is never changed, but for the digest that its own transaction adds, and the mark of a foreign one.
CREATE OR REPLACE FUNCTION refuse_change_of_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND ((pg_trigger_depth() > 1 AND (to_jsonb(NEW) - 'rows') = (to_jsonb(OLD) - 'rows'))
    OR (NEW.is_foreign AND (to_jsonb(NEW) - 'is_foreign') = (to_jsonb(OLD) - 'is_foreign'))) THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
