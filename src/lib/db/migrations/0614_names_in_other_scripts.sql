-- Members whose names have letters after the Latin ones: a bank prints such a name in Latin letters, so it is compared by its sound
-- (src/lib/reconciliation/compare/facts/store.ts).
CREATE INDEX users_other_scripts ON users (company_id)
  WHERE name ~ '[^\u0001-\u036F\u1E00-\u206F]' AND deleted_at IS NULL;
