-- The workspace at a glance, in figures that are kept rather than counted: they cost the same however many proposals there are.

-- When a proposal was sent first, when last, and when a person at the client's first had open what was sent last.
ALTER TABLE proposals ADD COLUMN first_sent_at timestamptz, ADD COLUMN sent_at timestamptz, ADD COLUMN viewed_at timestamptz;

-- How many proposals of a workspace are in each state, and what they come to.
CREATE TABLE proposal_tallies (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    status       text NOT NULL,
    currency     text NOT NULL,
    count        bigint NOT NULL,
    amount       numeric NOT NULL,
    PRIMARY KEY (workspace_id, status, currency)
);

-- How many were made in each month (of UTC), how many were accepted, and what those come to.
CREATE TABLE proposal_months (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    month        text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
    currency     text NOT NULL,
    created      bigint NOT NULL,
    won          bigint NOT NULL,
    won_amount   numeric NOT NULL,
    PRIMARY KEY (workspace_id, month, currency)
);

CREATE FUNCTION month_of(at timestamptz) RETURNS text LANGUAGE sql STABLE AS
$$ SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM') $$;

-- So many proposals more, or fewer, that are alike in all that the figures are kept by.
CREATE TYPE tally_change AS (workspace_id uuid, status text, currency text, created_in text, won_in text, count bigint, amount numeric);

-- Keeps the figures by what a statement changed; most change nothing that counts here. Whoever changes figures of a workspace waits until
-- the transaction that did so before has ended: one lock instead of one for each figure, so there is no order of figures in which two could
-- wait for each other. A transaction that changes several proposals locks all of them before it changes one, for the same reason.
-- A workspace that is being erased may have lost its figures already, and is given no new ones.
CREATE FUNCTION keep_tallies() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
    changes tally_change[];
    change  record;
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT array_agg(ROW(c.*)::tally_change) INTO changes FROM (
            SELECT workspace_id, status, currency, month_of(created_at),
                   CASE WHEN status IN ('accepted', 'signed') THEN month_of(decided_at) END, count(*), sum(total_amount)
            FROM come GROUP BY 1, 2, 3, 4, 5) AS c;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT array_agg(ROW(c.*)::tally_change) INTO changes FROM (
            SELECT workspace_id, status, currency, month_of(created_at),
                   CASE WHEN status IN ('accepted', 'signed') THEN month_of(decided_at) END, -count(*), -sum(total_amount)
            FROM gone GROUP BY 1, 2, 3, 4, 5) AS c;
    ELSE
        SELECT array_agg(ROW(c.*)::tally_change) INTO changes FROM (
            SELECT workspace_id, status, currency, month_of(created_at),
                   CASE WHEN status IN ('accepted', 'signed') THEN month_of(decided_at) END, sum(sign), sum(sign * total_amount)
            FROM (SELECT -1 AS sign, workspace_id, status, currency, created_at, decided_at, total_amount FROM gone
                  UNION ALL
                  SELECT 1, workspace_id, status, currency, created_at, decided_at, total_amount FROM come) AS facts
            GROUP BY 1, 2, 3, 4, 5 HAVING sum(sign) <> 0 OR sum(sign * total_amount) <> 0) AS c;
    END IF;
    IF changes IS NULL THEN
        RETURN NULL;
    END IF;
    PERFORM pg_advisory_xact_lock(hashtextextended('tallies/' || workspace_id, 0))
    FROM (SELECT DISTINCT workspace_id FROM unnest(changes) ORDER BY workspace_id) AS concerned;

    FOR change IN
        SELECT workspace_id, status, currency, sum(count) AS count, sum(amount) AS amount FROM unnest(changes) GROUP BY 1, 2, 3
    LOOP
        UPDATE proposal_tallies t SET count = t.count + change.count, amount = t.amount + change.amount
        WHERE (t.workspace_id, t.status, t.currency) = (change.workspace_id, change.status, change.currency);
        IF NOT FOUND AND change.count > 0 THEN
            INSERT INTO proposal_tallies VALUES (change.workspace_id, change.status, change.currency, change.count, change.amount);
        END IF;
    END LOOP;
    FOR change IN
        SELECT workspace_id, month, currency, sum(created) AS created, sum(won) AS won, sum(won_amount) AS won_amount
        FROM (SELECT workspace_id, created_in AS month, currency, count AS created, 0 AS won, 0 AS won_amount FROM unnest(changes)
              UNION ALL
              SELECT workspace_id, won_in, currency, 0, count, amount FROM unnest(changes) WHERE won_in IS NOT NULL) AS months
        GROUP BY 1, 2, 3 HAVING sum(created) <> 0 OR sum(won) <> 0 OR sum(won_amount) <> 0
    LOOP
        UPDATE proposal_months m
        SET created = m.created + change.created, won = m.won + change.won, won_amount = m.won_amount + change.won_amount
        WHERE (m.workspace_id, m.month, m.currency) = (change.workspace_id, change.month, change.currency);
        IF NOT FOUND AND (change.created > 0 OR change.won > 0) THEN
            INSERT INTO proposal_months
            VALUES (change.workspace_id, change.month, change.currency, change.created, change.won, change.won_amount);
        END IF;
    END LOOP;
    RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION keep_tallies() FROM PUBLIC;
CREATE TRIGGER proposals_tally_insert AFTER INSERT ON proposals REFERENCING NEW TABLE AS come
    FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies();
CREATE TRIGGER proposals_tally_update AFTER UPDATE ON proposals REFERENCING OLD TABLE AS gone NEW TABLE AS come
    FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies();
CREATE TRIGGER proposals_tally_delete AFTER DELETE ON proposals REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION keep_tallies();

-- The team reads the figures, a guest does not, and nobody but the trigger, which is the owner's, writes them, whoever set it off.
DO $$
DECLARE t text;
BEGIN
    FOREACH t IN ARRAY ARRAY['proposal_tallies', 'proposal_months']
    LOOP
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', t);
        EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', t);
        EXECUTE format('CREATE POLICY tenant ON %I USING (workspace_id = (SELECT app_workspace_id()))
                        WITH CHECK (workspace_id = (SELECT app_workspace_id()))', t);
        EXECUTE format('CREATE POLICY guest ON %I AS RESTRICTIVE TO proffer_app
                        USING (workspace_id = (SELECT app_workspace_id()) AND (SELECT app_guest_proposal_id()) IS NULL)', t);
        EXECUTE format('CREATE POLICY keeper ON %I TO CURRENT_USER USING (workspace_id IS NOT NULL)', t);
    END LOOP;
END $$;
GRANT SELECT ON proposal_tallies, proposal_months TO proffer_app;

-- What is there already. The owner is bound by the policies too, unless they are not forced for a moment.
ALTER TABLE proposals NO FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_events NO FORCE ROW LEVEL SECURITY;
UPDATE proposals p SET first_sent_at = s.first, sent_at = s.last
FROM (SELECT workspace_id, proposal_id, min(at) AS first, max(at) AS last FROM audit_events WHERE kind = 'sent' GROUP BY 1, 2) AS s
WHERE (p.workspace_id, p.id) = (s.workspace_id, s.proposal_id);
UPDATE proposals p SET viewed_at = v.at
FROM (SELECT e.workspace_id, e.proposal_id, min(e.at) AS at
      FROM audit_events e JOIN proposals s ON (s.workspace_id, s.id) = (e.workspace_id, e.proposal_id)
      WHERE e.kind = 'viewed' AND e.at >= s.sent_at GROUP BY 1, 2) AS v
WHERE (p.workspace_id, p.id) = (v.workspace_id, v.proposal_id);
INSERT INTO proposal_tallies
SELECT workspace_id, status, currency, count(*), sum(total_amount) FROM proposals GROUP BY 1, 2, 3;
INSERT INTO proposal_months
SELECT workspace_id, month, currency, sum(created), sum(won), sum(won * total_amount)
FROM proposals CROSS JOIN LATERAL (
    SELECT month_of(created_at) AS month, 1 AS created, 0 AS won
    UNION ALL SELECT month_of(decided_at), 0, 1 WHERE status IN ('accepted', 'signed')) AS months
GROUP BY 1, 2, 3;
ALTER TABLE proposals FORCE ROW LEVEL SECURITY;
ALTER TABLE audit_events FORCE ROW LEVEL SECURITY;

-- Accepted last first; seen and not answered, sent first first; past their validity though nobody has written that down yet.
CREATE INDEX proposals_accepted ON proposals (workspace_id, decided_at DESC) INCLUDE (first_sent_at, id)
    WHERE status IN ('accepted', 'signed') AND first_sent_at IS NOT NULL;
CREATE INDEX proposals_unanswered ON proposals (workspace_id, sent_at, id)
    WHERE status IN ('pending', 'in_review') AND viewed_at IS NOT NULL;
CREATE INDEX proposals_lapsing ON proposals (workspace_id, valid_until) WHERE status IN ('pending', 'in_review');
