-- Filters and order of a list that an admin keeps under a name (docs/contract.md, Saved views).

CREATE TABLE saved_views (
  company_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL,
  list text NOT NULL CHECK (list IN ('purchases', 'users')),
  name text NOT NULL CHECK (char_length(name) BETWEEN 1 AND 40),
  -- The parameters of the list's address, without search and page.
  query text NOT NULL CHECK (char_length(query) BETWEEN 1 AND 500),
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (company_id, user_id, list, lower(name));

SELECT protect_tenant('saved_views', 'company_id');
