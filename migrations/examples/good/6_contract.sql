-- Contract: in a later release than the one that stopped using it, whose own predecessor is gone by then.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

-- Since 0.0.9: nothing reads or writes it, see the change log.
-- squawk-ignore ban-drop-column
ALTER TABLE clients DROP COLUMN nickname;
