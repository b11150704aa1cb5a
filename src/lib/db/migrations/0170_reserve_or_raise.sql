-- Reserves stock for a pending purchase. Raises LB001 when the supply has less than that, so the commit can follow before the
-- answer is read (docs/decisions/0200). The detail of the error is the number of tokens left, exact under the lock.
DROP FUNCTION reserve_stock(uuid, bigint);
CREATE FUNCTION reserve_stock(p_company_id uuid, p_quantity bigint) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  supply_left bigint;
BEGIN
  PERFORM await_supply(p_company_id);
  UPDATE supplies s SET held = s.held + p_quantity
    FROM companies c
    WHERE s.company_id = p_company_id AND c.id = s.company_id
      AND c.private_supply - s.credited - s.held >= p_quantity;
  IF NOT FOUND THEN
    SELECT greatest(c.private_supply - s.credited - s.held, 0) INTO STRICT supply_left
      FROM supplies s JOIN companies c ON c.id = s.company_id
      WHERE s.company_id = p_company_id;
    RAISE EXCEPTION 'the supply has less than % left', p_quantity USING ERRCODE = 'LB001', DETAIL = supply_left::text;
  END IF;
END $$;
