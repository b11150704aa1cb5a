-- Each submission counts the member's pending purchases. While a new sale had no statistics yet, the planner read all purchases
-- of the company for that. This index stays small, because a decided purchase leaves it.
CREATE INDEX purchases_open ON purchases (company_id, user_id) WHERE status = 'PENDING';
