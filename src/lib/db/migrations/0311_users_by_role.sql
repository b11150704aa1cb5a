-- The admins among a million accounts, for the filter of Manage User.
CREATE INDEX users_admins ON users (company_id, created_at DESC, id DESC) WHERE role = 'ADMIN' AND deleted_at IS NULL;
