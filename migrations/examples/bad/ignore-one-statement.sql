SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

-- squawk-ignore-file ban-drop-table
DROP TABLE clients;
