-- How many accounts and purchases a company has, by what the dashboards show. Triggers keep the sums in the transaction of
-- each change, so they always agree with the rows. Each connection adds to a slot of its own, and readers sum the slots:
-- changes that are made at the same time do not wait for each other here.
CREATE TABLE user_totals (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  status text NOT NULL,
  is_approved boolean NOT NULL,
  slot integer NOT NULL,
  users bigint NOT NULL,
  PRIMARY KEY (company_id, status, is_approved, slot)
) WITH (fillfactor = 50);

CREATE TABLE purchase_totals (
  company_id uuid NOT NULL REFERENCES companies (id) ON DELETE CASCADE,
  status text NOT NULL,
  payment_method text NOT NULL,
  slot integer NOT NULL,
  purchases bigint NOT NULL,
  final_amount_paise bigint NOT NULL,
  quantity bigint NOT NULL,
  PRIMARY KEY (company_id, status, payment_method, slot)
) WITH (fillfactor = 50);

-- Erased accounts are in no list, and so in no figure.
CREATE FUNCTION count_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO user_totals AS t (company_id, status, is_approved, slot, users)
    SELECT company_id, status, is_approved, pg_backend_pid() % 64, count(*)
    FROM added WHERE deleted_at IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (company_id, status, is_approved, slot) DO UPDATE SET users = t.users + excluded.users;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO user_totals AS t (company_id, status, is_approved, slot, users)
    SELECT company_id, status, is_approved, pg_backend_pid() % 64, -count(*)
    FROM removed WHERE deleted_at IS NULL GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (company_id, status, is_approved, slot) DO UPDATE SET users = t.users + excluded.users;
  ELSE
    INSERT INTO user_totals AS t (company_id, status, is_approved, slot, users)
    SELECT company_id, status, is_approved, pg_backend_pid() % 64, sum(n)
    FROM (
      SELECT company_id, status, is_approved, 1 AS n FROM added WHERE deleted_at IS NULL
      UNION ALL
      SELECT company_id, status, is_approved, -1 FROM removed WHERE deleted_at IS NULL
    ) AS changed
    GROUP BY 1, 2, 3 HAVING sum(n) <> 0 ORDER BY 1, 2, 3
    ON CONFLICT (company_id, status, is_approved, slot) DO UPDATE SET users = t.users + excluded.users;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER users_counted_in AFTER INSERT ON users
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER users_counted_out AFTER DELETE ON users
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_users();
CREATE TRIGGER users_counted_over AFTER UPDATE ON users
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_users();

CREATE FUNCTION count_purchases() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO purchase_totals AS t (company_id, status, payment_method, slot, purchases, final_amount_paise, quantity)
    SELECT company_id, status, payment_method, pg_backend_pid() % 64, count(*), sum(final_amount_paise), sum(quantity)
    FROM added GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (company_id, status, payment_method, slot) DO UPDATE SET
      purchases = t.purchases + excluded.purchases,
      final_amount_paise = t.final_amount_paise + excluded.final_amount_paise,
      quantity = t.quantity + excluded.quantity;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO purchase_totals AS t (company_id, status, payment_method, slot, purchases, final_amount_paise, quantity)
    SELECT company_id, status, payment_method, pg_backend_pid() % 64, -count(*), -sum(final_amount_paise), -sum(quantity)
    FROM removed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
    ON CONFLICT (company_id, status, payment_method, slot) DO UPDATE SET
      purchases = t.purchases + excluded.purchases,
      final_amount_paise = t.final_amount_paise + excluded.final_amount_paise,
      quantity = t.quantity + excluded.quantity;
  ELSE
    INSERT INTO purchase_totals AS t (company_id, status, payment_method, slot, purchases, final_amount_paise, quantity)
    SELECT company_id, status, payment_method, pg_backend_pid() % 64, sum(n), sum(n * final_amount_paise), sum(n * quantity)
    FROM (
      SELECT company_id, status, payment_method, final_amount_paise, quantity, 1 AS n FROM added
      UNION ALL
      SELECT company_id, status, payment_method, final_amount_paise, quantity, -1 FROM removed
    ) AS changed
    GROUP BY 1, 2, 3
    HAVING sum(n) <> 0 OR sum(n * final_amount_paise) <> 0 OR sum(n * quantity) <> 0
    ORDER BY 1, 2, 3
    ON CONFLICT (company_id, status, payment_method, slot) DO UPDATE SET
      purchases = t.purchases + excluded.purchases,
      final_amount_paise = t.final_amount_paise + excluded.final_amount_paise,
      quantity = t.quantity + excluded.quantity;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER purchases_counted_in AFTER INSERT ON purchases
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_purchases();
CREATE TRIGGER purchases_counted_out AFTER DELETE ON purchases
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION count_purchases();
CREATE TRIGGER purchases_counted_over AFTER UPDATE ON purchases
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_purchases();

-- Counts all rows anew: for the rows that were there before the triggers, and after a restore, whose copying sets them off.
CREATE FUNCTION recount_totals() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  LOCK TABLE users, purchases IN SHARE ROW EXCLUSIVE MODE;
  DELETE FROM user_totals;
  DELETE FROM purchase_totals;
  INSERT INTO user_totals (company_id, status, is_approved, slot, users)
  SELECT company_id, status, is_approved, 0, count(*) FROM users WHERE deleted_at IS NULL GROUP BY 1, 2, 3;
  INSERT INTO purchase_totals (company_id, status, payment_method, slot, purchases, final_amount_paise, quantity)
  SELECT company_id, status, payment_method, 0, count(*), sum(final_amount_paise), sum(quantity)
  FROM purchases GROUP BY 1, 2, 3;
END $$;
SELECT recount_totals();
