-- Lists of purchases by their amount, and lists by time that compare method and amount within the index.
DROP INDEX purchases_list;
CREATE INDEX purchases_list ON purchases (company_id, status, created_at DESC, id DESC)
  INCLUDE (payment_method, final_amount_paise);
CREATE INDEX purchases_amount ON purchases (company_id, status, final_amount_paise DESC, id DESC)
  INCLUDE (payment_method, created_at);
