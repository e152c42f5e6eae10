-- Expand: what is new stands beside what is old, and neither release minds the other.
SET LOCAL lock_timeout = '3s';
SET LOCAL statement_timeout = '30s';

CREATE TABLE notes (
    workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
    id           uuid NOT NULL,
    words        text NOT NULL,
    PRIMARY KEY (workspace_id, id)
);
CREATE INDEX notes_words ON notes (workspace_id, words);
ALTER TABLE notes ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON notes USING (workspace_id = (SELECT nullif(current_setting('app.workspace_id', true), '')::uuid));
GRANT SELECT, INSERT ON notes TO proffer_app;

-- A constant default is kept beside the table: no row is written.
ALTER TABLE clients ADD COLUMN vip boolean NOT NULL DEFAULT false, ADD COLUMN nickname text;
GRANT UPDATE (vip, nickname) ON clients TO proffer_app;
