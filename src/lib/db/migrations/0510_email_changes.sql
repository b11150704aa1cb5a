-- When an admin last changed the account's address: for a day its second factors are not removed (docs/contract.md, Second factors).
ALTER TABLE users ADD COLUMN email_changed_at timestamptz;
