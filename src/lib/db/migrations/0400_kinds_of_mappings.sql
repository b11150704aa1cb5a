-- A saved mapping says of which kind of file it is. Those of settlement files had no columns, only the order of the dates.
UPDATE bank_mappings
SET mapping = CASE WHEN mapping -> 'columns' = '{}'
  THEN mapping || '{"kind": "SETTLEMENT", "unit": null}' ELSE mapping || '{"kind": "STATEMENT"}' END
WHERE mapping -> 'kind' IS NULL;

-- A draft is read again in seconds, and its reading would be of the form before.
DELETE FROM statement_drafts;
