-- Reference numbers of eleven digits are those of twelve without their leading zero. Pending purchases get it back, so that the
-- unique indexes compare them; decided ones stay as they were (src/lib/purchases/reference.rules.ts).
UPDATE purchases AS p SET
  search_text = replace(search_text, reference_number, '0' || reference_number),
  reference_number = '0' || reference_number
WHERE status = 'PENDING' AND reference_number ~ '^(?!0[6-9])\d{11}$'
  AND NOT EXISTS (
    SELECT FROM purchases o WHERE o.company_id = p.company_id AND o.user_id = p.user_id AND o.status = 'PENDING'
      AND o.reference_number = '0' || p.reference_number);
