-- The nil id is that of the platform's own rows. A company with it would be compared with none of its tables.
ALTER TABLE companies ADD CONSTRAINT companies_are_not_the_platform CHECK (id <> '00000000-0000-0000-0000-000000000000');
