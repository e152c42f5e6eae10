SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

-- Since 9999.0.0: nothing reads it.
-- squawk-ignore ban-drop-table
DROP TABLE clients;
