// Clients: searching, adding, changing, starting a proposal.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { FileUp, Plus, UserRoundSearch, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Client } from '@/api/gen/model';
import { clientPagesQuery } from '@/shared/clients/client-pages-query';
import { MoreClients } from '@/shared/clients/more-clients';
import { useMedia } from '@/shared/lib/use-media';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Button, ButtonLink } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { SearchBox } from '@/shared/ui/search-box';
import { ClientCard, ClientCardSkeleton } from './client-card';
import { ClientDialog } from './client-dialog';
import styles from './clients-page.module.css';
import { DeleteClientDialog } from './delete-client-dialog';
import { mayImport } from './import/permission';
import { useKeptClient } from './kept-client';
import { TransferMenu } from './transfer-menu';
import { counted } from './words';

export function ClientsPage() {
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const list = useInfiniteQuery({ ...clientPagesQuery({ search }), placeholderData: keepPreviousData });
  const may = useMay();
  const importing = mayImport(may);
  const phone = useMedia('(max-width: 600px)');
  const [editing, setEditing] = useState<Client | 'new' | null>(null);
  const kept = useKeptClient();
  const [keptOpen, setKeptOpen] = useState(true);
  const [deleting, setDeleting] = useState<Client | null>(null);
  const clients = list.data?.pages.flatMap(({ items }) => items);
  const none = clients?.length === 0;
  // A form interrupted by the end of a session is opened again with the typed text.
  const reopened = kept === 'new' ? kept : (clients?.find(({ id }) => id === kept) ?? null);
  const open = editing ?? (keptOpen ? reopened : null);

  const addButton = may('clients:create') && (
    <Button
      variant="primary"
      icon={<Plus aria-hidden size={18} />}
      onClick={() => {
        setEditing('new');
      }}
    >
      Add Client
    </Button>
  );

  const importLink = (
    <ButtonLink to={paths.importClients} icon={<FileUp aria-hidden size={17} />}>
      Import
    </ButtonLink>
  );

  return (
    <Page
      title="Clients"
      lead="The people your proposals are addressed to."
      actions={
        none && search === '' ? undefined : (
          <>
            {importing && !phone && importLink}
            {addButton}
            <TransferMenu importing={importing && phone} />
          </>
        )
      }
    >
      {!(none && search === '') && (
        <div className={styles.search}>
          <SearchBox label="Search clients" placeholder="Search by company, name or email" />
        </div>
      )}
      <p role="status" className="visually-hidden">
        {search !== '' &&
          clients !== undefined &&
          `${counted(list.data?.pages[0]?.total ?? clients.length, 'client')} found`}
      </p>
      {list.isError && clients === undefined && (
        <LoadFailure what="your clients" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && (
        <div className={styles.grid} aria-busy>
          {[1, 2, 3, 4, 5, 6].map((card) => (
            <ClientCardSkeleton key={card} />
          ))}
        </div>
      )}
      {none && search === '' && (
        <Notice
          art={<UsersRound size={56} strokeWidth={1.4} />}
          title="No clients yet"
          actions={
            <>
              {addButton}
              {importing && importLink}
            </>
          }
        >
          <p>
            Add the first company you work with. A name, a contact and an email are enough for a proposal. To
            add many at once, import a file.
          </p>
        </Notice>
      )}
      {none && search !== '' && (
        <Notice art={<UserRoundSearch size={56} strokeWidth={1.4} />} title={`No client matches “${search}”`}>
          <p>
            The search looks at company, first and last name, and email. Try a shorter part of one of them.
          </p>
        </Notice>
      )}
      {clients !== undefined && clients.length > 0 && (
        <ul className={styles.grid} data-stale={list.isPlaceholderData || undefined}>
          {clients.map((client) => (
            <li key={client.id}>
              <ClientCard client={client} onEdit={setEditing} onDelete={setDeleting} />
            </li>
          ))}
        </ul>
      )}
      <MoreClients list={list} />
      {open !== null && (
        <ClientDialog
          client={open === 'new' ? null : open}
          onClose={() => {
            setKeptOpen(false);
            setEditing(null);
          }}
        />
      )}
      {deleting !== null && (
        <DeleteClientDialog
          client={deleting}
          onClose={() => {
            setDeleting(null);
          }}
        />
      )}
    </Page>
  );
}
