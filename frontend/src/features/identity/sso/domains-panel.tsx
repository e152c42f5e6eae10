// The mail domains of the workspace: claimed, then verified by a DNS record.
import { useQueryClient } from '@tanstack/react-query';
import { Globe, Trash2 } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import {
  getGetSsoConnectionQueryKey,
  useAddSsoDomain,
  useProveSsoDomain,
  useRemoveSsoDomain,
} from '@/api/gen/identity/identity';
import type { SsoDomain } from '@/api/gen/model';
import { userMessage } from '@/api/problem';
import { TextField } from '@/shared/forms/fields';
import { useForm } from '@/shared/forms/use-form';
import { requiredText, zodErrors } from '@/shared/forms/zod-errors';
import { formatDate } from '@/shared/lib/format';
import { useMay } from '@/shared/session/session';
import { Badge } from '@/shared/ui/badge';
import { Button, IconButton } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { ConfirmDialog } from '@/shared/ui/confirm-dialog';
import { CopyField } from '@/shared/ui/copy-field';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './sso.module.css';

export function DomainsPanel({ domains }: { domains: readonly SsoDomain[] }) {
  const may = useMay();
  const [removing, setRemoving] = useState<SsoDomain | null>(null);
  return (
    <SettingsPanel
      title="Domains"
      lead="Your provider can sign in only addresses of domains that you have verified."
    >
      {domains.length > 0 && (
        <ul className={styles.domains}>
          {domains.map((domain) => (
            <Domain key={domain.id} domain={domain} onRemove={setRemoving} />
          ))}
        </ul>
      )}
      {may('sso:update') && <AddDomain first={domains.length === 0} />}
      {removing !== null && (
        <RemoveDomainDialog
          domain={removing}
          onClose={() => {
            setRemoving(null);
          }}
        />
      )}
    </SettingsPanel>
  );
}

function useDomainsChanged(): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: getGetSsoConnectionQueryKey() });
}

function Domain({ domain, onRemove }: { domain: SsoDomain; onRemove: (domain: SsoDomain) => void }) {
  const may = useMay();
  const changed = useDomainsChanged();
  const prove = useProveSsoDomain({
    mutation: {
      onSuccess: async (answer) => {
        await changed();
        if (answer.provenAt !== undefined) {
          showToast({ title: 'Domain verified', description: `${answer.domain} belongs to you.` });
        }
      },
    },
  });
  const proven = domain.provenAt !== undefined;
  // An answer without a valid record is a failure too.
  const failure = prove.isError
    ? userMessage(prove.error, 'Please try again.')
    : prove.isSuccess && !proven
      ? 'The record was not found. A new record can take an hour to be visible everywhere.'
      : undefined;
  return (
    <li className={styles.domain}>
      <div className={styles.domainHead}>
        <Globe aria-hidden size={19} />
        <p className={styles.domainName}>
          <strong>{domain.domain}</strong>{' '}
          {domain.provenAt === undefined ? (
            <Badge tone="warning">Not verified</Badge>
          ) : (
            <>
              <Badge tone="good">Proven</Badge> <span>on {formatDate(domain.provenAt)}</span>
            </>
          )}
        </p>
        {may('sso:update') && (
          <IconButton
            variant="danger"
            label={`Remove ${domain.domain}`}
            onClick={() => {
              onRemove(domain);
            }}
          >
            <Trash2 aria-hidden size={17} />
          </IconButton>
        )}
      </div>
      {!proven && (
        <div className={styles.proof}>
          <p>Add this TXT record where the DNS of {domain.domain} is managed, then check it.</p>
          <CopyField label="TXT record name" of={domain.domain} value={domain.recordName} />
          <CopyField label="TXT record value" of={domain.domain} value={domain.recordValue} />
          {failure !== undefined && !prove.isPending && (
            <Callout tone="danger" announced title="Not verified yet">
              <p>{failure}</p>
            </Callout>
          )}
          {may('sso:update') && (
            <Button
              className={styles.checkNow}
              busy={prove.isPending}
              aria-label={`Check now: ${domain.domain}`}
              onClick={() => {
                prove.mutate({ domainId: domain.id });
              }}
            >
              {prove.isPending ? 'Checking...' : 'Check now'}
            </Button>
          )}
        </div>
      )}
    </li>
  );
}

const rules = z.object({ domain: requiredText('Domain is required') });

function AddDomain({ first }: { first: boolean }) {
  const changed = useDomainsChanged();
  const add = useAddSsoDomain();
  const form = useForm({
    initial: { domain: '' },
    keep: { name: 'domain' },
    validate: zodErrors(rules),
    onSubmit: async ({ domain }) => {
      const added = await add.mutateAsync({ data: { domain: domain.trim() } });
      await changed();
      form.setValue('domain', '');
      showToast({
        title: 'Domain added',
        description:
          added.provenAt === undefined ? `Verify ${added.domain} with the record shown.` : undefined,
      });
    },
    onFail: (error) => {
      toastFailure(error, { title: 'Domain not added' });
    },
  });
  return (
    <form {...form.formProps} className={styles.add}>
      <TextField
        {...form.field('domain')}
        label={first ? 'Your first domain' : 'Another domain'}
        placeholder="yourcompany.com"
        inputMode="url"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <Button type="submit" busy={form.submitting}>
        Add Domain
      </Button>
    </form>
  );
}

function RemoveDomainDialog({ domain, onClose }: { domain: SsoDomain; onClose: () => void }) {
  const changed = useDomainsChanged();
  const remove = useRemoveSsoDomain({
    mutation: {
      onSuccess: async () => {
        await changed();
        onClose();
        showToast({ title: 'Domain removed', description: `${domain.domain} was removed.` });
      },
      onError: (error) => {
        toastFailure(error, { title: 'Domain not removed' });
      },
    },
  });
  return (
    <ConfirmDialog
      title={`Remove ${domain.domain}?`}
      action={`Remove ${domain.domain}`}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => {
        remove.mutate({ domainId: domain.id });
      }}
    >
      <p>
        {domain.provenAt === undefined
          ? 'Its TXT record becomes invalid. If you add the domain again, it gets a new record.'
          : 'Your provider can no longer sign in its addresses. If you add the domain again, you have to verify it again.'}
      </p>
    </ConfirmDialog>
  );
}
