-- What a stranger asks of an account (to open one, or for a link) goes to the queue sealed, whether or not there is such an account: the
-- answer takes the same time. A job proper is a row of a workspace, and it is not known yet whose this is.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

CREATE FUNCTION enqueue_account_request(sealed text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    PERFORM graphile_worker.add_job(
        identifier   => 'account_request',
        payload      => json_build_object('sealed', sealed),
        max_attempts => 12::smallint);
END $$;
REVOKE ALL ON FUNCTION enqueue_account_request(text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION enqueue_account_request(text) TO proffer_system;
