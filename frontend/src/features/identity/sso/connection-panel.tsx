// The connection to the provider: its client data, and its options.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  getGetSsoConnectionQueryKey,
  useDeleteSsoConnection,
  useSaveSsoConnection,
} from '@/api/gen/identity/identity';
import type { SsoConnection, TeamRole } from '@/api/gen/model';
import { ConflictDialog } from '@/shared/forms/conflict-dialog';
import { CheckField, PasswordField, SelectField, TextField, TICKED } from '@/shared/forms/fields';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { useSaveChanges } from '@/shared/forms/use-save-changes';
import { requiredText, zodErrors } from '@/shared/forms/zod-errors';
import { assignableRoles } from '@/shared/session/roles';
import { useMay } from '@/shared/session/session';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { CopyField } from '@/shared/ui/copy-field';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './sso.module.css';

const rules = z.object({
  issuer: requiredText('Issuer is required'),
  clientId: requiredText('Client ID is required'),
});

interface Values {
  issuer: string;
  clientId: string;
  clientSecret: string;
  defaultRole: TeamRole;
  addsMembers: string;
  enabled: string;
  enforced: string;
}

const tick = (on: boolean): string => (on ? TICKED : '');

const valuesOf = (connection: SsoConnection): Values => ({
  issuer: connection.issuer ?? '',
  clientId: connection.clientId ?? '',
  clientSecret: '',
  defaultRole: connection.defaultRole,
  addsMembers: tick(connection.addsMembers),
  enabled: tick(connection.enabled),
  enforced: tick(connection.enforced),
});

/** The labels of the fields in a conflict. */
const LABELS = {
  issuer: 'Issuer',
  clientId: 'Client ID',
  defaultRole: 'Role of new members',
  addsMembers: 'New people become members at their first sign-in',
  enabled: 'Members can sign in with it',
  enforced: 'Members must sign in with it',
};

export function ConnectionPanel({ connection }: { connection: SsoConnection }) {
  const may = useMay();
  const queryClient = useQueryClient();
  const save = useSaveSsoConnection();
  const [removing, setRemoving] = useState(false);
  // The values when the form was opened.
  const [opened, setOpened] = useState(connection);
  const changing = useSaveChanges();
  const { issuer, hasClientSecret, redirectUri } = connection;
  const exists = issuer !== undefined;

  const form = useForm<Values>({
    initial: valuesOf(opened),
    keep: { name: 'sso', never: ['clientSecret'], etag: opened.etag },
    validate: (values) => ({
      ...zodErrors<Values>(rules)(values),
      ...(!hasClientSecret && values.clientSecret === '' && { clientSecret: 'Client secret is required' }),
    }),
    onSubmit: async (values) => {
      const wanted = {
        issuer: values.issuer.trim(),
        clientId: values.clientId.trim(),
        ...(values.clientSecret !== '' && { clientSecret: values.clientSecret }),
        defaultRole: values.defaultRole,
        addsMembers: values.addsMembers === TICKED,
        enabled: values.enabled === TICKED,
        enforced: values.enabled === TICKED && values.enforced === TICKED,
      };
      const saved = await changing.save(form.etag, wanted, (data) => save.mutateAsync({ data }));
      setOpened(saved);
      queryClient.setQueryData(getGetSsoConnectionQueryKey(), saved);
      form.replace(values, valuesOf(saved));
      showToast({
        title: 'Saved',
        description: saved.enabled
          ? 'Single sign-on is on.'
          : 'Single sign-on is off until you turn it on. Test it first.',
      });
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Connection not saved' });
    },
  });
  const { enabled, enforced, addsMembers } = form.values;

  return (
    <SettingsPanel
      title="Connection"
      lead="Register Proffer as a web application at your provider, then enter its details here."
      action={
        <Badge tone={connection.enabled ? 'good' : 'neutral'}>
          {connection.enabled ? 'On' : exists ? 'Off' : 'Not set up'}
        </Badge>
      }
    >
      <form {...form.formProps}>
        <fieldset className={styles.form} disabled={!may('sso:update')}>
          <legend className="visually-hidden">Connection</legend>
          {form.restored && <KeptNotice onStartOver={form.startOver} />}
          <CopyField label="Redirect URI, for your provider" value={redirectUri} />
          <TextField
            {...form.field('issuer')}
            label="Issuer"
            type="url"
            placeholder="https://login.yourcompany.com"
            hint="Its configuration is read from there, at /.well-known/openid-configuration."
            autoComplete="off"
            required
          />
          <div className={styles.pair}>
            <TextField {...form.field('clientId')} label="Client ID" autoComplete="off" required />
            <PasswordField
              {...form.field('clientSecret')}
              label="Client secret"
              placeholder={hasClientSecret ? 'Stored' : ''}
              hint={
                hasClientSecret
                  ? 'One is stored and never shown. Leave this empty to keep it.'
                  : 'Stored encrypted and never shown again.'
              }
              autoComplete="new-password"
              required={!hasClientSecret}
            />
          </div>
          <CheckField
            {...form.field('enabled')}
            label="Members can sign in with it"
            hint="For addresses of the domains verified below."
          />
          <CheckField
            {...form.field('addsMembers')}
            label="New people become members at their first sign-in"
            hint="Otherwise only people you have invited can sign in."
          />
          {addsMembers === TICKED && (
            <div className={styles.nested}>
              <SelectField
                {...form.field('defaultRole')}
                label="Role of new members"
                options={assignableRoles}
              />
            </div>
          )}
          <CheckField
            {...form.field('enforced')}
            value={enabled === TICKED ? enforced : ''}
            disabled={enabled !== TICKED}
            label="Members must sign in with it"
            hint="Passwords and other ways to sign in stop working for addresses of your verified domains."
          />
          {enabled === TICKED && enforced === TICKED && (
            <Callout tone="warning" title="Test the connection before you save this">
              <p>
                If your provider is unavailable, members cannot sign in. The owner can always sign in with a
                password.
              </p>
            </Callout>
          )}
          {may('sso:update') && (
            <div className={styles.buttons}>
              <Button type="submit" variant="primary" busy={form.submitting}>
                {exists ? 'Save Changes' : 'Save Connection'}
              </Button>
              {exists && may('sso:delete') && (
                <Button
                  variant="ghost"
                  onClick={() => {
                    setRemoving(true);
                  }}
                >
                  Remove Connection
                </Button>
              )}
            </div>
          )}
        </fieldset>
      </form>
      <ConflictDialog question={changing.question} labels={LABELS} />
      {removing && (
        <RemoveConnectionDialog
          onClose={() => {
            setRemoving(false);
          }}
        />
      )}
    </SettingsPanel>
  );
}

function RemoveConnectionDialog({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const remove = useDeleteSsoConnection({
    mutation: {
      onSuccess: async () => {
        await queryClient.invalidateQueries({ queryKey: getGetSsoConnectionQueryKey() });
        onClose();
        showToast({ title: 'Connection removed', description: 'Your domains stay verified.' });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Connection not removed' });
      },
    },
  });
  return (
    <ConfirmDialog
      title="Remove the connection?"
      action="Remove Connection"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate();
      }}
    >
      <p>
        Signing in through your provider stops working. Members who have no password set one with “Forgot
        password” on the sign-in page. Your domains stay verified.
      </p>
    </ConfirmDialog>
  );
}
