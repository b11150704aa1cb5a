-- When somebody else removed the account's second factors: for a day it changes no payees (docs/contract.md, Second factors).
ALTER TABLE users ADD COLUMN factors_reset_at timestamptz;
