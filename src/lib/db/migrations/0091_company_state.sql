-- A sale can be paused by the platform, with a reason that buyers read.
ALTER TABLE companies
  ADD COLUMN paused_at timestamptz,
  ADD COLUMN pause_reason text,
  ADD CONSTRAINT companies_pause_has_reason CHECK ((paused_at IS NULL) = (pause_reason IS NULL));

-- What a company shows instead of the catalogue's entry of its token. Null: as the catalogue has it.
CREATE TABLE company_brands (
  company_id uuid PRIMARY KEY REFERENCES companies (id) ON DELETE CASCADE,
  title text,
  description text,
  keywords text,
  footer_note text,
  -- [{"mediaName": "telegram", "link": "https://…"}]
  social_links jsonb NOT NULL DEFAULT '[]',
  icon_id uuid REFERENCES media (id),
  logo_id uuid REFERENCES media (id),
  header_logo_id uuid REFERENCES media (id),
  updated_at timestamptz NOT NULL DEFAULT now()
);
SELECT protect_tenant('company_brands', 'company_id');
