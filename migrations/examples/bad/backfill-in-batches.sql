SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

UPDATE clients SET phone = NULL WHERE phone = '';
