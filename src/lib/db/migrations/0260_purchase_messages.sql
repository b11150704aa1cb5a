-- The messages between the buyer of a purchase and the company's admins (docs/contract.md, Messages).

CREATE TABLE purchase_threads (
  company_id uuid NOT NULL REFERENCES companies (id),
  purchase_id uuid NOT NULL REFERENCES purchases (id),
  -- Since when a question of an admin waits for the buyer; null while none does.
  waiting_since timestamptz,
  messages integer NOT NULL DEFAULT 0 CHECK (messages >= 0),
  unread_by_member integer NOT NULL DEFAULT 0 CHECK (unread_by_member >= 0),
  -- The admins of a company read together.
  unread_by_admins integer NOT NULL DEFAULT 0 CHECK (unread_by_admins >= 0),
  last_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, purchase_id)
);
CREATE INDEX purchase_threads_waiting ON purchase_threads (company_id, waiting_since) WHERE waiting_since IS NOT NULL;
CREATE INDEX purchase_threads_unread ON purchase_threads (company_id) WHERE unread_by_admins > 0;

CREATE TABLE purchase_messages (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  purchase_id uuid NOT NULL,
  author_kind text NOT NULL CHECK (author_kind IN ('member', 'admin')),
  author_id uuid NOT NULL,
  is_question boolean NOT NULL DEFAULT false,
  -- Empty where the message is a file or a correction alone, and after the erasure of the buyer's account.
  body text NOT NULL DEFAULT '' CHECK (length(body) <= 1000),
  file_id uuid REFERENCES media (id),
  -- Whether the file became the proof; the earlier proof stays on record.
  replaces_proof boolean NOT NULL DEFAULT false,
  earlier_file_id uuid REFERENCES media (id),
  -- Set together when the buyer corrected the reference number; a missing one is empty.
  earlier_reference text,
  corrected_reference text,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, purchase_id) REFERENCES purchase_threads (company_id, purchase_id),
  CHECK (author_kind = 'member' OR (file_id IS NULL AND corrected_reference IS NULL)),
  CHECK (author_kind = 'admin' OR NOT is_question),
  CHECK (NOT replaces_proof OR file_id IS NOT NULL),
  CHECK ((earlier_reference IS NULL) = (corrected_reference IS NULL))
);
CREATE INDEX purchase_messages_thread ON purchase_messages (company_id, purchase_id, created_at);
CREATE INDEX purchase_messages_file ON purchase_messages (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX purchase_messages_earlier_file ON purchase_messages (earlier_file_id) WHERE earlier_file_id IS NOT NULL;

-- Counts the buyer's corrections of the proof or the reference, so that nobody approves what they did not see.
ALTER TABLE purchases ADD COLUMN corrections integer NOT NULL DEFAULT 0;

SELECT protect_tenant('purchase_threads', 'company_id');
SELECT protect_tenant('purchase_messages', 'company_id');
