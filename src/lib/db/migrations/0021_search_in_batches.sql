-- A purchase is written and decided while others wait, and its search text has some hundred trigrams: they go into the index
-- in batches. A search reads what waits there too, so it is kept to what is read in a millisecond.
ALTER INDEX purchases_search SET (fastupdate = on, gin_pending_list_limit = 256);
