-- A decision looks up waiting mails by address and subject. While the table had no statistics, the planner took the company and
-- the state of `mails_unsent` for as selective and read all waiting mails of the company. Nothing else needs its other columns.
-- Of two indexes that cost the same the planner takes the newer one, so `mails_waiting_subject` comes last.
DROP INDEX mails_unsent;
CREATE INDEX mails_unsent ON mails (company_id) WHERE state IN ('WAITING', 'FAILED');
DROP INDEX mails_waiting_subject;
CREATE INDEX mails_waiting_subject ON mails (to_address, about_id) WHERE state = 'WAITING';
