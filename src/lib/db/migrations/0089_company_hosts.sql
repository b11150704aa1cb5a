-- The names under which a company's site is reached, beside the deployment's own. Lower case, without scheme and port.
CREATE TABLE company_hosts (
  host text PRIMARY KEY CHECK (host = lower(host) AND host ~ '^[a-z0-9.-]{1,253}$'),
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  -- The one that links and mails name.
  is_primary boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX company_hosts_primary ON company_hosts (company_id) WHERE is_primary;
CREATE INDEX company_hosts_company ON company_hosts (company_id);
