-- Which versions of the accounts that are paid to a session has been given, {"<id>": <version>}: a client that sends no
-- version with a change is held to what it was shown.
ALTER TABLE sessions ADD COLUMN accounts_seen jsonb;
