-- What people write to the site's support. They need no account, so the rows are no workspace's and the system role's alone.

CREATE TABLE contact_messages (
    id         uuid PRIMARY KEY,
    kind       text NOT NULL CHECK (kind IN ('support', 'feature', 'account')),
    name       text NOT NULL,
    email      text NOT NULL,
    subject    text NOT NULL,
    message    text NOT NULL,
    -- When the mail server took it; what it refused for good stays empty.
    mailed_at  timestamptz,
    created_at timestamptz NOT NULL
);

-- A job proper is a row of a workspace; this one goes to the queue with the message itself. It is tried for some days.
CREATE FUNCTION enqueue_contact_message() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
    PERFORM graphile_worker.add_job(
        identifier   => 'mail_contact_message',
        payload      => json_build_object('messageId', NEW.id),
        max_attempts => 25::smallint);
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION enqueue_contact_message() FROM PUBLIC;
CREATE TRIGGER contact_messages_enqueue AFTER INSERT ON contact_messages
    FOR EACH ROW EXECUTE FUNCTION enqueue_contact_message();
GRANT SELECT, INSERT, UPDATE (mailed_at) ON contact_messages TO proffer_system;
