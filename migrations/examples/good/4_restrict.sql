-- A rule for what is written, in the release after the one that always keeps it: the release before this one writes too.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

-- New rows are checked at once, those that are there by the next file.
ALTER TABLE clients ADD CONSTRAINT clients_nickname_present CHECK (nickname IS NOT NULL) NOT VALID;
