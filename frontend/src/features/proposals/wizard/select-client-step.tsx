// Step 1: the client.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Plus, Users } from 'lucide-react';
import { useState, type RefObject } from 'react';
import { useGetClient } from '@/api/gen/clients/clients';
import type { Client } from '@/api/gen/model';
import { clientPagesQuery } from '@/shared/clients/client-pages-query';
import { MoreClients } from '@/shared/clients/more-clients';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { SearchField } from '@/shared/ui/search-field';
import { Skeleton } from '@/shared/ui/skeleton';
import { StepFrame } from '@/shared/ui/step-frame';
import { usePausedText } from '@/shared/ui/use-paused-text';
import { clientName } from '../client-name';
import styles from './select-client-step.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  selected: string;
  onSelect: (clientId: string) => void;
}

export function SelectClientStep({ headingRef, selected, onSelect }: Props) {
  const [search, setSearch] = useState('');
  const [text, setText] = usePausedText('', setSearch);
  // Email addresses are not shown here, so they are not searched either.
  const list = useInfiniteQuery({
    ...clientPagesQuery({ search, emails: false }),
    // The state of reading their websites is not shown either.
    refetchInterval: false,
    placeholderData: keepPreviousData,
  });
  const clients = list.data?.pages.flatMap(({ items }) => items);
  const settled = clients !== undefined && !list.isPlaceholderData;

  // The previously selected client is listed first if the first page does not contain it.
  const first = list.data?.pages[0]?.items;
  const elsewhere = settled && search === '' && selected !== '' && !first?.some(({ id }) => id === selected);
  const { data: chosen } = useGetClient(selected, { query: { enabled: elsewhere } });
  const ahead = elsewhere && chosen !== undefined ? chosen : undefined;
  const shown = ahead ? [ahead, ...(clients ?? []).filter(({ id }) => id !== selected)] : clients;

  if (settled && clients.length === 0 && search === '') {
    return (
      <Notice
        art={<Users size={40} strokeWidth={1.5} />}
        title="Add a client first"
        actions={
          <ButtonLink to={paths.clients} variant="primary" icon={<Plus size={18} aria-hidden />}>
            Add New Client
          </ButtonLink>
        }
      >
        <p>A proposal is addressed to a client. Add one, then return here.</p>
      </Notice>
    );
  }
  const none = settled && clients.length === 0;

  return (
    <StepFrame
      headingRef={headingRef}
      title="Select Client"
      lead="Who is this proposal for?"
      aside={
        <ButtonLink to={paths.clients} size="sm" icon={<Plus size={16} aria-hidden />}>
          Add New Client
        </ButtonLink>
      }
    >
      <SearchField
        label="Search clients"
        placeholder="Search by company or name"
        text={text}
        onText={setText}
        wide
      />
      {list.isError && clients === undefined && (
        <LoadFailure what="your clients" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <div className={styles.list} aria-busy>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height="72px" />
          ))}
        </div>
      )}
      {shown !== undefined && (
        <ul className={styles.list} data-stale={list.isPlaceholderData || undefined}>
          {shown.map((client) => (
            <li key={client.id}>
              <ClientButton client={client} pressed={client.id === selected} onSelect={onSelect} />
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={none ? styles.none : 'visually-hidden'}>
        {none && `No client matches “${search}”.`}
        {settled && !none && found(list.data?.pages[0]?.total ?? clients.length)}
      </p>
      <MoreClients list={list} beside={(shown?.length ?? 0) - (clients?.length ?? 0)} />
    </StepFrame>
  );
}

const found = (count: number) => (count === 1 ? '1 client' : `${String(count)} clients`);

interface ClientButtonProps {
  client: Client;
  pressed: boolean;
  onSelect: (clientId: string) => void;
}

function ClientButton({ client, pressed, onSelect }: ClientButtonProps) {
  return (
    <button
      type="button"
      className={styles.client}
      aria-pressed={pressed}
      onClick={() => {
        onSelect(client.id);
      }}
    >
      <span className={styles.initial} aria-hidden>
        {clientName(client).charAt(0).toUpperCase()}
      </span>
      <span className={styles.names}>
        <strong>{clientName(client)}</strong>
        <span>
          {client.firstName} {client.lastName}
        </span>
      </span>
      <span className={styles.badge}>Active</span>
    </button>
  );
}
