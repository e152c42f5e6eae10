SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

ALTER POLICY tenant ON clients USING (true);
