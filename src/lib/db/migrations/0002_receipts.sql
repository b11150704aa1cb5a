-- A receipt for each approved purchase, numbered without gaps per company and financial year (April to March, India).
-- A number is given once: rows are only ever added.

CREATE FUNCTION financial_year(at timestamptz) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT extract(year FROM at AT TIME ZONE INTERVAL '05:30' - INTERVAL '3 months')::integer
$$;

CREATE TABLE receipts (
  company_id uuid NOT NULL REFERENCES companies (id),
  financial_year integer NOT NULL,
  seq integer NOT NULL CHECK (seq > 0),
  purchase_id uuid NOT NULL UNIQUE REFERENCES purchases (id),
  receipt_number text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (company_id, financial_year, seq),
  UNIQUE (company_id, receipt_number)
);
CREATE TRIGGER receipts_append_only BEFORE UPDATE OR DELETE ON receipts FOR EACH ROW EXECUTE FUNCTION refuse_change();

CREATE FUNCTION receipt_number(symbol text, year integer, seq integer) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT concat(symbol, '/', lpad((year % 100)::text, 2, '0'), '-', lpad(((year + 1) % 100)::text, 2, '0'), '/',
    CASE WHEN seq < 100000 THEN lpad(seq::text, 5, '0') ELSE seq::text END)
$$;

INSERT INTO receipts (company_id, financial_year, seq, purchase_id, receipt_number)
SELECT n.company_id, n.year, n.seq, n.id, receipt_number(c.token_symbol, n.year, n.seq)
FROM (
  SELECT company_id, id, financial_year(decided_at) AS year,
    row_number() OVER (PARTITION BY company_id, financial_year(decided_at) ORDER BY decided_at, id)::integer AS seq
  FROM purchases WHERE status = 'APPROVED'
) AS n
JOIN companies c ON c.id = n.company_id;
