-- Encrypted bytes do not compress, so PostgreSQL need not try it with each mail.
ALTER TABLE mails ALTER payload SET STORAGE EXTERNAL;
