-- All purchases of a company in the order of their list, whatever their status; those of one status have purchases_list.
CREATE INDEX purchases_time ON purchases (company_id, created_at DESC, id DESC);
