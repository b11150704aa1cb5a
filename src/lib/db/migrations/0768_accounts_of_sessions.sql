-- The row of a session said alone whose it is, and SQL that pointed it at an admin for one call was seen by nothing (decision 0761). A
-- keyed hash of the session's own hashes and its account says it too. Null in sessions that a node of the version before makes.
ALTER TABLE sessions ADD COLUMN account_mac bytea CHECK (octet_length(account_mac) = 32);
