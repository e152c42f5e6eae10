// Makes a key and shows it, this once.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { getListApiKeysQueryKey, useCreateApiKey } from '@/api/gen/identity/identity';
import type { ApiKeyScope, NewApiKey } from '@/api/gen/model';
import { CheckField, SelectField, TextField, TICKED } from '@/shared/forms/fields';
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
import { scopeGroups, scopeWords } from './scopes';

const rules = z.object({
  name: requiredText('Name is required').check(z.maxLength(100, 'Name must be at most 100 characters')),
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
    <Dialog title="Create an API key" width={640} holdsInput onClose={onClose}>
      <CreateForm scopes={scopes} onMade={setMade} onClose={onClose} />
    </Dialog>
  ) : (
    // Closed by its own button alone: what goes with it does not come back.
    <Dialog title="Store this key now" width={640} holdsInput>
      <MadeKey made={made} onClose={onClose} />
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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(scopes.filter(({ isDefault }) => isDefault).map(({ scope }) => scope)),
  );
  const form = useForm({
    initial: { name: '', expiresInDays: '90', scopes: '' },
    validate: (values) => ({
      ...zodErrors<typeof values>(rules)(values),
      ...(chosen.size === 0 && { scopes: 'Choose at least one thing the key may do' }),
    }),
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
  const { error: scopesError } = form.field('scopes');

  return (
    <form {...form.formProps} className={styles.form}>
      <TextField
        {...form.field('name')}
        label="Name"
        placeholder="CRM sync"
        hint="What will use it. The audit log shows this name."
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
        <legend>What it may do</legend>
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
                    const next = new Set(chosen);
                    if (value === TICKED) next.add(scope);
                    else next.delete(scope);
                    setChosen(next);
                    form.setValue('scopes', '');
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
        label="Stops working after"
        options={lifetimes}
        hint={
          form.values.expiresInDays === ''
            ? 'It works until somebody revokes it. A date is safer.'
            : 'Make a new one before then.'
        }
      />
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" busy={form.submitting}>
          Create Key
        </Button>
      </DialogActions>
    </form>
  );
}

function MadeKey({ made, onClose }: { made: NewApiKey; onClose: () => void }) {
  const { key, apiKey } = made;
  const example = exampleOf(apiKey.scopes, key);
  return (
    <div className={styles.form}>
      <Callout tone="warning" title="It is shown this once">
        <p>
          Put it where the program reads its secrets. Lost, it cannot be recovered: you would make another.
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

/** A call that this key may make and that changes nothing, if there is one. */
function exampleOf(scopes: readonly string[], key: string): string | undefined {
  const path = reads.find(([scope]) => scopes.includes(scope))?.[1];
  if (path === undefined) return undefined;
  return `curl -H "Authorization: Bearer ${key}" \\\n  ${window.location.origin}${path}`;
}
