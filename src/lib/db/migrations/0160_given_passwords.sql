-- When somebody other than its owner set the password: an admin, the first start or an operator. Null once the owner has chosen one.
ALTER TABLE users ADD COLUMN password_given_at timestamptz;

-- Accounts that admins added or operators restored, and whose owners have not chosen a password since, have the full time from now.
UPDATE users u SET password_given_at = now()
WHERE u.deleted_at IS NULL
  AND EXISTS (
    SELECT FROM audit_entries given
    WHERE given.scope_id = u.company_id AND given.subject_id = u.id AND given.action IN ('user.add', 'password.give')
      AND NOT EXISTS (
        SELECT FROM audit_entries chosen
        WHERE chosen.scope_id = u.company_id AND chosen.subject_id = u.id
          AND chosen.action IN ('password.update', 'password.reset') AND chosen.seq > given.seq
      )
  );
