-- What a workspace pays for: its subscription at Stripe, a plan that a site administrator gave, and what Stripe has said.

-- The state is what follows from these facts and the time, so it is no column.
ALTER TABLE workspaces DROP COLUMN subscription_status;

-- What is known of a workspace's plan beside its trial. The row comes with the first checkout or the first plan given.
CREATE TABLE subscriptions (
    workspace_id       uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
    -- The subscription at Stripe as it was fetched last: Stripe's word for its state, the seats billed, when the present period ends,
    -- from when on it is cancelled, and since when it is over.
    stripe_status      text CHECK (stripe_status IN ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'canceled',
                                                     'unpaid', 'paused')),
    stripe_item_id     text,
    billed_seats       integer CHECK (billed_seats >= 0),
    period_ends_at     timestamptz,
    cancels_at         timestamptz,
    ended_at           timestamptz,
    -- Since when a payment is due that failed; the days of grace count from here.
    past_due_since     timestamptz,
    -- Questions to Stripe are numbered: the answer to an earlier one never replaces the answer to a later one.
    asked              bigint NOT NULL DEFAULT 0,
    answered           bigint NOT NULL DEFAULT 0,
    -- Counts changes of who is an active member, and up to which of them the quantity at Stripe is known to be right.
    team_version       bigint NOT NULL DEFAULT 0,
    billed_version     bigint NOT NULL DEFAULT 0,
    -- Part of the idempotency keys: each counts up once what it stood for can no longer be used.
    customer_attempt   integer NOT NULL DEFAULT 1,
    checkout_attempt   integer NOT NULL DEFAULT 1,
    checkout_id        text,
    -- A plan that costs nothing, given by a site administrator, until then or for good.
    given_at           timestamptz,
    given_until        timestamptz,
    given_by           text,
    given_reason       text,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL,
    CONSTRAINT subscriptions_given_is_complete CHECK ((given_at IS NULL) = (given_by IS NULL) AND (given_at IS NULL) = (given_reason IS NULL)
                                                      AND (given_at IS NOT NULL OR given_until IS NULL)),
    CONSTRAINT subscriptions_past_due_has_start CHECK (stripe_status IS DISTINCT FROM 'past_due' OR past_due_since IS NOT NULL)
);
ALTER TABLE subscriptions ENABLE ROW LEVEL SECURITY;
ALTER TABLE subscriptions FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON subscriptions USING (workspace_id = (SELECT app_workspace_id()))
    WITH CHECK (workspace_id = (SELECT app_workspace_id()));
CREATE POLICY guest ON subscriptions AS RESTRICTIVE TO proffer_app
    USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL);
-- Whoever signs in sees how their workspaces stand before one of them is entered; site administrators see how each stands.
CREATE POLICY sign_in ON subscriptions FOR SELECT TO proffer_system USING (workspace_id IS NOT NULL);

-- Who a workspace is at Stripe. Kept by the system role: an event names a customer before any tenant is known, and two tenants must
-- never be one customer.
CREATE TABLE stripe_customers (
    id              text PRIMARY KEY,
    of_workspace    uuid NOT NULL CONSTRAINT stripe_customers_workspace_key UNIQUE REFERENCES workspaces (workspace_id) ON DELETE CASCADE,
    subscription_id text CONSTRAINT stripe_customers_subscription_key UNIQUE,
    -- When its present state is fetched again although nothing was heard of it.
    reconcile_at    timestamptz NOT NULL,
    created_at      timestamptz NOT NULL
);
CREATE INDEX stripe_customers_reconcile_at ON stripe_customers (reconcile_at);

-- Events of Stripe's that have been taken, each once. None of their contents: the present state is fetched instead.
CREATE TABLE stripe_events (
    id           text PRIMARY KEY,
    kind         text NOT NULL,
    of_workspace uuid REFERENCES workspaces (workspace_id) ON DELETE SET NULL,
    received_at  timestamptz NOT NULL
);
CREATE INDEX stripe_events_received_at ON stripe_events (received_at);
CREATE INDEX stripe_events_workspace ON stripe_events (of_workspace);

-- Every change of who is an active member, however it comes about, is counted in the transaction that makes it, and has the quantity
-- at Stripe brought up to date by a job. A job that has not begun, or waits for another attempt, covers what changes until it runs: it
-- locks the same row before it says that it is done.
CREATE FUNCTION count_seats() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE subscriptions SET team_version = team_version + 1
    WHERE workspace_id = NEW.workspace_id AND stripe_status IN ('trialing', 'active', 'past_due', 'unpaid');
    IF FOUND AND NOT EXISTS (SELECT 1 FROM jobs WHERE workspace_id = NEW.workspace_id AND task = 'sync_seats'
                                                  AND state IN ('queued', 'retrying')) THEN
        INSERT INTO jobs (workspace_id, id, task, payload, created_at)
        VALUES (NEW.workspace_id, gen_random_uuid(), 'sync_seats', '{}', NEW.updated_at);
    END IF;
    RETURN NULL;
END $$;
CREATE TRIGGER team_members_count_in AFTER INSERT ON team_members FOR EACH ROW
    WHEN (NEW.status = 'active') EXECUTE FUNCTION count_seats();
CREATE TRIGGER team_members_count AFTER UPDATE OF status ON team_members FOR EACH ROW
    WHEN ((OLD.status = 'active') <> (NEW.status = 'active')) EXECUTE FUNCTION count_seats();

-- Whoever leaves takes what they pay for along: what is live of these customers at Stripe is cancelled after the workspaces have gone.
ALTER TABLE farewells ADD COLUMN customers jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(customers) = 'array');

GRANT SELECT ON subscriptions TO proffer_app;
GRANT SELECT, INSERT, UPDATE ON subscriptions TO proffer_system;
GRANT SELECT, INSERT, UPDATE ON stripe_customers TO proffer_system;
GRANT SELECT, INSERT, DELETE ON stripe_events TO proffer_system;
GRANT SELECT (task) ON jobs TO proffer_system;

-- The team is also told how its plan stands.
ALTER TABLE notifications DROP CONSTRAINT notifications_kind_check,
    ADD CONSTRAINT notifications_kind_check CHECK (kind IN ('viewed', 'changes_requested', 'signed', 'declined', 'expiring', 'expired',
                                               'member_joined', 'trial_ending', 'payment_failed', 'plan_ended'));
ALTER TABLE notification_preferences DROP CONSTRAINT notification_preferences_kind_check,
    ADD CONSTRAINT notification_preferences_kind_check CHECK (kind IN ('viewed', 'changes_requested', 'signed', 'declined', 'expiring',
                                               'expired', 'member_joined', 'trial_ending', 'payment_failed', 'plan_ended'));
