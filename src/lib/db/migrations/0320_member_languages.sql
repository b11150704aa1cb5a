-- The language that a member has chosen for pages and mails; null for one who has never chosen and gets English.
ALTER TABLE users ADD COLUMN language text CHECK (language IN ('en', 'hi'));
