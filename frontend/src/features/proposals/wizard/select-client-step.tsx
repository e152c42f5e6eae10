// Step 1: who the proposal is for.
import { keepPreviousData } from '@tanstack/react-query';
import { Plus, Search, Users } from 'lucide-react';
import { useDeferredValue, useId, useState, type RefObject } from 'react';
import { useListClients } from '@/api/gen/clients/clients';
import type { Client } from '@/api/gen/model';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { StepFrame } from '@/shared/ui/step-frame';
import { clientName } from '../client-name';
import styles from './select-client-step.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  selected: string;
  onSelect: (clientId: string) => void;
}

const matches = (client: Client, search: string): boolean =>
  [client.companyName, client.firstName, client.lastName, `${client.firstName} ${client.lastName}`].some(
    (text) => text.toLowerCase().includes(search.trim().toLowerCase()),
  );

export function SelectClientStep({ headingRef, selected, onSelect }: Props) {
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search.trim());
  const searchId = useId();
  // The server searches all clients; its search also covers e-mail addresses, which this list does not show.
  const clients = useListClients(asked === '' ? undefined : { search: asked }, {
    query: { placeholderData: keepPreviousData },
  });

  if (clients.isError) {
    return <LoadFailure what="your clients" error={clients.error} onRetry={() => void clients.refetch()} />;
  }
  if (clients.data?.length === 0 && search === '') {
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
        <p>A proposal is written for somebody. Add the client it is for, then come back here.</p>
      </Notice>
    );
  }
  const found = clients.data?.filter((client) => matches(client, search));

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
      <div className={styles.search}>
        <Search size={18} aria-hidden />
        <label htmlFor={searchId} className="visually-hidden">
          Search clients
        </label>
        <input
          id={searchId}
          type="search"
          placeholder="Search by company or name"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value);
          }}
        />
      </div>
      {found === undefined ? (
        <div className={styles.list} aria-busy>
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} height="72px" />
          ))}
        </div>
      ) : (
        <ul className={styles.list}>
          {found.map((client) => (
            <li key={client.id}>
              <button
                type="button"
                className={styles.client}
                aria-pressed={client.id === selected}
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
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={found?.length === 0 ? styles.none : 'visually-hidden'}>
        {found?.length === 0 ? `No client matches “${search}”.` : `${String(found?.length ?? 0)} clients`}
      </p>
    </StepFrame>
  );
}
