-- The currency of prices that name none. Until now these were US dollars.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

ALTER TABLE companies ADD COLUMN currency text NOT NULL DEFAULT 'USD';
