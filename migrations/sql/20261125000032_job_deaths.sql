-- A job whose process dies again and again must not be handed on for ever: which process has it under way, and how many died with it.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

ALTER TABLE jobs ADD COLUMN running_in uuid, ADD COLUMN deaths integer NOT NULL DEFAULT 0;
