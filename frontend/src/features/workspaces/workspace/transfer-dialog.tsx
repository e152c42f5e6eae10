// Transfers the workspace to another member. Typing its name prevents accidents.
import { useQueryClient } from '@tanstack/react-query';
import { ButtonLink, Button } from '@/shared/ui/button';
import type { TeamMember } from '@/api/gen/model';
import { useListTeam, useTransferOwnership } from '@/api/gen/workspaces/workspaces';
import { SelectField, TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { paths } from '@/shared/paths';
import { sessionQuery, useMay, useMember } from '@/shared/session/session';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { memberName } from '../member-name';
import { useTeamChanged } from '../use-team-changed';
import styles from './workspace.module.css';

export function TransferDialog({ onClose }: { onClose: () => void }) {
  const { workspace } = useMember();
  const may = useMay();
  const { data: team, error, refetch } = useListTeam();
  const others = team?.filter(({ status, isYou }) => status === 'active' && !isYou);

  return (
    <Dialog title={`Transfer ${workspace.name}`} holdsInput onClose={onClose}>
      {error !== null && team === undefined && (
        <LoadFailure inPanel what="your team" error={error} onRetry={() => void refetch()} />
      )}
      {others === undefined && error === null && (
        <div aria-busy className={styles.form}>
          <Skeleton height="44px" />
          <Skeleton height="44px" />
        </div>
      )}
      {others?.length === 0 && (
        <div className={styles.form}>
          <p>
            Only a member who has joined can become the owner, and you are the only member. Invite a person
            first, and return when they have accepted.
          </p>
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
            {may('team:invite') && (
              <ButtonLink to={paths.teamSettings} variant="primary">
                Go to the Team
              </ButtonLink>
            )}
          </DialogActions>
        </div>
      )}
      {others !== undefined && others.length > 0 && <TransferForm others={others} onClose={onClose} />}
    </Dialog>
  );
}

function TransferForm({ others, onClose }: { others: readonly TeamMember[]; onClose: () => void }) {
  const queryClient = useQueryClient();
  const { workspace } = useMember();
  const changed = useTeamChanged();
  const transfer = useTransferOwnership();
  const form = useForm({
    initial: { memberId: '', confirmation: '' },
    validate: ({ memberId, confirmation }) => ({
      ...(memberId === '' && { memberId: 'Choose the new owner' }),
      ...(confirmation.trim() !== workspace.name && {
        confirmation: 'Type the exact name of the workspace',
      }),
    }),
    onSubmit: async ({ memberId }) => {
      const user = await transfer.mutateAsync({ data: { memberId } });
      queryClient.setQueryData(sessionQuery.queryKey, user);
      await changed();
      onClose();
      const owner = others.find(({ id }) => id === memberId);
      showToast({
        title: 'Ownership transferred',
        description: `${owner === undefined ? 'The member' : memberName(owner)} now owns ${workspace.name}.`,
      });
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Ownership not transferred' });
    },
  });

  return (
    <form {...form.formProps} className={styles.form}>
      <p>Only the new owner can transfer the workspace again. You stay in it as an admin.</p>
      <SelectField
        {...form.field('memberId')}
        label="New owner"
        required
        options={[
          { value: '', label: 'Choose a member' },
          ...others.map((member) => ({
            value: member.id,
            label: `${memberName(member)} (${member.email})`,
          })),
        ]}
      />
      <TextField
        {...form.field('confirmation')}
        label={`Type “${workspace.name}” to confirm`}
        autoComplete="off"
        required
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="danger" busy={form.submitting}>
          Transfer
        </Button>
      </DialogActions>
    </form>
  );
}
