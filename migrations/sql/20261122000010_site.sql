-- The site as its administrators see it: who there is and what they use, what became of work and mail, and who may not use the assistant.

-- Whoever may not use the assistant, in any workspace and any month, until that is lifted.
CREATE TABLE assistant_blocks (
    user_id    uuid PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    blocked_at timestamptz NOT NULL,
    -- The administrator's name as it was then.
    blocked_by text NOT NULL,
    reason     text NOT NULL
);
GRANT SELECT, INSERT, DELETE ON assistant_blocks TO proffer_system;

-- Until now a block was a mark on one month in one workspace. The marks of this month become blocks that hold.
ALTER TABLE user_usage NO FORCE ROW LEVEL SECURITY;
INSERT INTO assistant_blocks (user_id, blocked_at, blocked_by, reason)
    SELECT DISTINCT user_id, now(), 'Proffer', 'Blocked for this month' FROM user_usage
    WHERE is_blocked AND month >= to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM');
ALTER TABLE user_usage FORCE ROW LEVEL SECURITY, DROP COLUMN is_blocked;

-- Site administrators see what each person has used in a month, and of what is in a workspace nothing.
CREATE POLICY site_sums ON user_usage FOR SELECT TO proffer_system USING (workspace_id IS NOT NULL);
GRANT SELECT (workspace_id, user_id, month, total_tokens_used, total_cost_usd, request_count) ON user_usage TO proffer_system;
CREATE INDEX user_usage_month ON user_usage (month, user_id);
CREATE INDEX users_joined ON users (created_at, id);

-- What may be said outside the workspace of a job: the kind of its failure, and of a mail what it is for and so much of its recipient as
-- `m…@harbor.example`. Payload and last_error stay with the workspace.
ALTER TABLE jobs ADD COLUMN failure text, ADD COLUMN mail_kind text, ADD COLUMN mail_recipient text;
ALTER TABLE jobs NO FORCE ROW LEVEL SECURITY;
UPDATE jobs SET mail_kind = 'other', mail_recipient = left(payload ->> 'to', 1) || '…@' || split_part(payload ->> 'to', '@', -1)
    WHERE task = 'send_mail';
ALTER TABLE jobs FORCE ROW LEVEL SECURITY,
    ADD CONSTRAINT jobs_mail_has_recipient CHECK ((mail_kind IS NULL) = (mail_recipient IS NULL));
CREATE INDEX jobs_troubled ON jobs (created_at, id) WHERE state IN ('retrying', 'failed');
CREATE INDEX jobs_mails ON jobs (created_at, id) WHERE mail_kind IS NOT NULL;

-- A job that was given up goes into the queue again, with all its attempts. A worker that notes another attempt has made at least one.
CREATE TRIGGER jobs_retry AFTER UPDATE OF state ON jobs FOR EACH ROW
    WHEN (OLD.state = 'failed' AND NEW.state = 'retrying' AND NEW.attempts = 0) EXECUTE FUNCTION enqueue_job();
GRANT SELECT (attempts, max_attempts, failure, mail_kind, mail_recipient, created_at, finished_at), UPDATE (attempts, finished_at)
    ON jobs TO proffer_system;

-- What the public pages say of the site is a setting as well.
ALTER TABLE admin_settings DROP CONSTRAINT admin_settings_setting_type_check,
    ADD CONSTRAINT admin_settings_setting_type_check CHECK (setting_type IN ('prompt', 'prices', 'template', 'switch', 'claim'));
