// The workspace: its name, countersigning, export, transfer, leaving.
import { useQueryClient } from '@tanstack/react-query';
import { Download, HandHelping } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { getExportWorkspaceUrl } from '@/api/gen/identity/identity';
import { useUpdateWorkspace } from '@/api/gen/workspaces/workspaces';
import { ConflictDialog } from '@/shared/forms/conflict-dialog';
import { TextField } from '@/shared/forms/fields';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { useSaveChanges } from '@/shared/forms/use-save-changes';
import { requiredText, zodErrors } from '@/shared/forms/zod-errors';
import { useDownload } from '@/shared/lib/use-download';
import { sessionQuery, useMay, useMember } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Page } from '@/shared/ui/page';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { LeavePanel } from '../leave-panel';
import { CountersignPanel } from './countersign-panel';
import { TransferDialog } from './transfer-dialog';
import styles from './workspace.module.css';

export function WorkspacePage() {
  const may = useMay();
  const { workspace } = useMember();
  const [transferring, setTransferring] = useState(false);
  return (
    <Page title="Workspace" lead="Settings for the whole team.">
      <div className={styles.panels}>
        <NamePanel key={workspace.id} />
        {may('workspace:update') && <CountersignPanel />}
        {may('workspace:export') && <ExportPanel />}
        {may('workspace:transfer') && (
          <SettingsPanel
            title="Transfer ownership"
            lead="Another member becomes the owner. You stay in the team as an admin, and can then leave it."
            action={
              <Button
                icon={<HandHelping aria-hidden size={17} />}
                onClick={() => {
                  setTransferring(true);
                }}
              >
                Transfer
              </Button>
            }
          />
        )}
        {may('team:leave') && !may('workspace:transfer') && <LeavePanel />}
      </div>
      {transferring && (
        <TransferDialog
          onClose={() => {
            setTransferring(false);
          }}
        />
      )}
    </Page>
  );
}

const rules = z.object({
  name: requiredText('Name is required').check(z.maxLength(100, 'Name must be at most 100 characters')),
});

function NamePanel() {
  const queryClient = useQueryClient();
  const { workspace } = useMember();
  const update = useUpdateWorkspace();
  // The values when the form was opened: the session may be reloaded meanwhile.
  const [opened, setOpened] = useState(workspace);
  const changing = useSaveChanges();
  const form = useForm({
    initial: { name: opened.name },
    keep: { name: 'workspace', etag: opened.etag },
    validate: zodErrors(rules),
    onSubmit: async ({ name }) => {
      const user = await changing.save(form.etag, { name: name.trim() }, (data) =>
        update.mutateAsync({ data }),
      );
      setOpened(user.workspace);
      form.replace({ name }, { name: user.workspace.name });
      queryClient.setQueryData(sessionQuery.queryKey, user);
      showToast({ title: 'Saved', description: `The workspace is called ${user.workspace.name}.` });
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Name not saved' });
    },
  });
  return (
    <SettingsPanel title="Name" lead="Members see it in the header and in invitation mails.">
      <form {...form.formProps} className={styles.name}>
        {form.restored && <KeptNotice onStartOver={form.startOver} />}
        <TextField
          {...form.field('name')}
          label="Workspace name"
          autoComplete="organization"
          maxLength={100}
          required
        />
        <Button type="submit" variant="primary" busy={form.submitting}>
          Save
        </Button>
      </form>
      <ConflictDialog question={changing.question} labels={{ name: 'Workspace name' }} />
    </SettingsPanel>
  );
}

function ExportPanel() {
  const { run, busy } = useDownload('Export failed');
  return (
    <SettingsPanel
      title="Export everything"
      lead="One archive with the company profile, clients, proposals and their history, to keep or to import elsewhere."
      action={
        <Button
          icon={<Download aria-hidden size={17} />}
          busy={busy}
          onClick={() => {
            run(getExportWorkspaceUrl(), 'workspace.zip');
          }}
        >
          {busy ? 'Preparing...' : 'Export'}
        </Button>
      }
    />
  );
}
