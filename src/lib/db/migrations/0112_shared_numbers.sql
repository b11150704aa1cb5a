-- A number or wallet that another account has is accepted, so that nobody learns who has one, and shown to admins.
DROP INDEX users_wallet;
DROP INDEX users_aadhaar;
CREATE INDEX users_wallet ON users (company_id, lower(wallet_address)) WHERE wallet_address IS NOT NULL;
CREATE INDEX users_aadhaar ON users (company_id, aadhaar_hash) WHERE aadhaar_hash IS NOT NULL;
