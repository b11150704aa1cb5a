-- The credits that a refund pays back, each with its paise: money that is paid back goes to no other order. None where no statement
-- has the payment.
CREATE TABLE refund_parts (
  company_id uuid NOT NULL,
  refund_id uuid NOT NULL,
  row_id uuid NOT NULL,
  amount_paise bigint NOT NULL CHECK (amount_paise > 0),
  PRIMARY KEY (company_id, refund_id, row_id),
  FOREIGN KEY (company_id, refund_id) REFERENCES refunds (company_id, id),
  FOREIGN KEY (company_id, row_id) REFERENCES bank_rows (company_id, id)
);
CREATE INDEX refund_parts_of_row ON refund_parts (company_id, row_id);
SELECT protect_tenant('refund_parts', 'company_id');

-- Refunds of before had one row, and no other purchase could use it. As far as the row's allocations leave room.
INSERT INTO refund_parts (company_id, refund_id, row_id, amount_paise)
SELECT company_id, id, row_id, amount FROM (
  SELECT f.company_id, f.id, f.row_id, f.amount_paise AS amount,
    sum(f.amount_paise) FILTER (WHERE f.state <> 'CANCELLED') OVER (PARTITION BY f.company_id, f.row_id) AS live,
    r.amount_paise - r.allocated_paise AS free
  FROM refunds f JOIN bank_rows r ON r.company_id = f.company_id AND r.id = f.row_id) f
WHERE coalesce(live, 0) <= free;
UPDATE bank_rows r SET refunded_paise = x.sum FROM (
  SELECT x.company_id, x.row_id, sum(x.amount_paise)::bigint AS sum
  FROM refund_parts x JOIN refunds f ON f.company_id = x.company_id AND f.id = x.refund_id AND f.state <> 'CANCELLED'
  GROUP BY x.company_id, x.row_id) x
WHERE r.company_id = x.company_id AND r.id = x.row_id;

CREATE FUNCTION count_refund_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE bank_rows r SET refunded_paise = r.refunded_paise - OLD.amount_paise FROM refunds f
    WHERE r.company_id = OLD.company_id AND r.id = OLD.row_id
      AND f.company_id = OLD.company_id AND f.id = OLD.refund_id AND f.state <> 'CANCELLED';
  END IF;
  IF TG_OP <> 'DELETE' THEN
    UPDATE bank_rows r SET refunded_paise = r.refunded_paise + NEW.amount_paise FROM refunds f
    WHERE r.company_id = NEW.company_id AND r.id = NEW.row_id
      AND f.company_id = NEW.company_id AND f.id = NEW.refund_id AND f.state <> 'CANCELLED';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER refund_parts_count AFTER INSERT OR DELETE OR UPDATE ON refund_parts
  FOR EACH ROW EXECUTE FUNCTION count_refund_part();

-- A refund that is cancelled leaves its money to others.
CREATE FUNCTION free_refund_parts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  factor integer := CASE WHEN NEW.state = 'CANCELLED' THEN -1 ELSE 1 END;
  part refund_parts;
BEGIN
  FOR part IN SELECT * FROM refund_parts WHERE company_id = NEW.company_id AND refund_id = NEW.id ORDER BY row_id LOOP
    UPDATE bank_rows SET refunded_paise = refunded_paise + factor * part.amount_paise
    WHERE company_id = part.company_id AND id = part.row_id;
  END LOOP;
  RETURN NULL;
END $$;
CREATE TRIGGER refunds_free_parts AFTER UPDATE OF state ON refunds FOR EACH ROW
  WHEN ((OLD.state = 'CANCELLED') IS DISTINCT FROM (NEW.state = 'CANCELLED')) EXECUTE FUNCTION free_refund_parts();

-- A refund of one row names it; of several rows, the program inserts the parts.
CREATE FUNCTION add_refund_part() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO refund_parts (company_id, refund_id, row_id, amount_paise)
  VALUES (NEW.company_id, NEW.id, NEW.row_id, NEW.amount_paise);
  RETURN NULL;
END $$;
CREATE TRIGGER refunds_add_part AFTER INSERT ON refunds FOR EACH ROW
  WHEN (NEW.row_id IS NOT NULL) EXECUTE FUNCTION add_refund_part();
