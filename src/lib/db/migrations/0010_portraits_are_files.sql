-- A profile's picture is a row of `media`, as a proof is: what nothing refers to is deleted after a day (media/sweep-service.ts).
UPDATE users SET profile_image_id = NULL
  WHERE profile_image_id IS NOT NULL AND NOT EXISTS (SELECT FROM media m WHERE m.id = profile_image_id);
ALTER TABLE users ADD FOREIGN KEY (profile_image_id) REFERENCES media (id);
CREATE INDEX users_profile_image ON users (profile_image_id) WHERE profile_image_id IS NOT NULL;
