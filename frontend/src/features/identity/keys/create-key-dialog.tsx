// Creates a key and shows it once.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { getListApiKeysQueryKey, useCreateApiKey } from '@/api/gen/identity/identity';
import type { ApiKeyScope, NewApiKey } from '@/api/gen/model';
import { CheckField, SelectField, TextField, TICKED } from '@/shared/forms/fields';
import { KeptNotice } from '@/shared/forms/kept-notice';
import { useForm } from '@/shared/forms/use-form';
import { requiredText, zodErrors } from '@/shared/forms/zod-errors';
import { Badge } from '@/shared/ui/badge';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { CopyField } from '@/shared/ui/copy-field';
import { Dialog } from '@/shared/ui/dialog';
import { DialogActions } from '@/shared/ui/dialog-actions';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './api-keys.module.css';
import { NEW_KEY } from './kept-key';
import { scopeGroups, scopeWords } from './scopes';

const rules = z.object({
  name: requiredText('Name is required').check(z.maxLength(100, 'Name must be at most 100 characters')),
  scopes: z.string().check(z.minLength(1, 'Choose at least one permission')),
});

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: '', label: 'Never' },
];

interface CreateKeyDialogProps {
  scopes: readonly ApiKeyScope[];
  onClose: () => void;
}

export function CreateKeyDialog({ scopes, onClose }: CreateKeyDialogProps) {
  const [made, setMade] = useState<NewApiKey | null>(null);
  return made === null ? (
    <CreateForm scopes={scopes} onMade={setMade} onClose={onClose} />
  ) : (
    // Closed only by its own button: the key cannot be shown again.
    <Dialog title="Store this key now" width={640} holdsInput>
      <CreatedKey made={made} onClose={onClose} />
    </Dialog>
  );
}

function CreateForm({
  scopes,
  onMade,
  onClose,
}: CreateKeyDialogProps & { onMade: (made: NewApiKey) => void }) {
  const queryClient = useQueryClient();
  const create = useCreateApiKey();
  const form = useForm({
    initial: {
      name: '',
      expiresInDays: '90',
      scopes: scopes
        .filter(({ isDefault }) => isDefault)
        .map(({ scope }) => scope)
        .join(' '),
    },
    keep: { name: NEW_KEY },
    validate: zodErrors(rules),
    onSubmit: async ({ name, expiresInDays }) => {
      const made = await create.mutateAsync({
        data: {
          name: name.trim(),
          scopes: scopes.map(({ scope }) => scope).filter((scope) => chosen.has(scope)),
          ...(expiresInDays !== '' && { expiresInDays: Number(expiresInDays) }),
        },
      });
      await queryClient.invalidateQueries({ queryKey: getListApiKeysQueryKey() });
      onMade(made);
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Key not created' });
    },
  });
  const { value: scopeNames, error: scopesError } = form.field('scopes');
  const chosen = new Set(scopeNames.split(' '));
  const cancel = () => {
    form.forget();
    onClose();
  };

  return (
    <Dialog title="Create an API key" width={640} holdsInput onClose={cancel}>
      <form {...form.formProps} className={styles.form}>
        {form.restored && <KeptNotice onStartOver={form.startOver} />}
        <TextField
          {...form.field('name')}
          label="Name"
          placeholder="CRM sync"
          hint="The program that will use it. The audit log shows this name."
          autoComplete="off"
          required
          autoFocus
        />
        <fieldset
          className={styles.groups}
          aria-invalid={scopesError !== undefined}
          aria-describedby="key-scopes-error"
          tabIndex={-1}
        >
          <legend>Permissions</legend>
          {scopeGroups(scopes).map((group) => (
            <div key={group.title} className={styles.group} role="group" aria-label={group.title}>
              <p className={styles.groupTitle}>{group.title}</p>
              {group.scopes.map(({ scope }) => {
                const { label, text, sensitive } = scopeWords(scope);
                return (
                  <CheckField
                    key={scope}
                    name={scope}
                    label={label}
                    hint={
                      <>
                        {sensitive === true && (
                          <>
                            <Badge tone="warning">Sensitive</Badge>{' '}
                          </>
                        )}
                        {text}
                      </>
                    }
                    error={undefined}
                    value={chosen.has(scope) ? TICKED : ''}
                    onValue={(value) => {
                      const next = scopes
                        .map((one) => one.scope)
                        .filter((one) => (one === scope ? value === TICKED : chosen.has(one)));
                      form.setValue('scopes', next.join(' '));
                    }}
                  />
                );
              })}
            </div>
          ))}
          <p id="key-scopes-error" className={styles.error}>
            {scopesError}
          </p>
        </fieldset>
        <SelectField
          {...form.field('expiresInDays')}
          label="Expires after"
          options={lifetimes}
          hint={
            form.values.expiresInDays === ''
              ? 'It works until it is revoked. An expiry date is safer.'
              : 'Create a new one before then.'
          }
        />
        <DialogActions>
          <Button onClick={cancel}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.submitting}>
            Create Key
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

function CreatedKey({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const { key, apiKey } = made;
  const example = exampleOf(apiKey.scopes, key);
  return (
    <div className={styles.form}>
      <Callout tone="warning" title="It is shown only once">
        <p>
          Store it with the program’s secrets. A lost key cannot be recovered; you have to create another.
        </p>
      </Callout>
      <CopyField label="API key" value={key} />
      {example !== undefined && <CopyField label="Try it" value={example} multiline />}
      <DialogActions>
        <Button
          variant="primary"
          onClick={() => {
            onClose();
            showToast({ title: 'Key created', description: `${apiKey.name} is ready to be used.` });
          }}
        >
          I have stored it
        </Button>
      </DialogActions>
    </div>
  );
}

const reads = [
  ['proposals:read', '/api/proposals'],
  ['clients:read', '/api/clients'],
  ['company:read', '/api/companies'],
] as const;

/** A harmless call that this key may make, if there is one. */
function exampleOf(scopes: readonly string[], key: string): string | undefined {
  const path = reads.find(([scope]) => scopes.includes(scope))?.[1];
  if (path === undefined) return undefined;
  return `curl -H "Authorization: Bearer ${key}" \\\n  ${window.location.origin}${path}`;
}
