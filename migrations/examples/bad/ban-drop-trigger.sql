SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

DROP TRIGGER jobs_enqueue ON jobs;
