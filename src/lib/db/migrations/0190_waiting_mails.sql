-- Under row security PostgreSQL searches an index by plain columns and not by coalesce(), so that a decision read all waiting
-- mails to its address while others waited for the supply.
CREATE INDEX mails_waiting_subject ON mails (to_address, about_id) WHERE state = 'WAITING';
DROP INDEX mails_waiting_about;
