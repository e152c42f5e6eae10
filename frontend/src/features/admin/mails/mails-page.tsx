// Every mail of the site: its purpose, its recipient, and whether the mail server accepted it.
// Never its content.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Mail, SearchX } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { SelectField } from '@/shared/forms/fields';
import { useChangeSearch } from '@/shared/lib/use-change-search';
import { Notice } from '@/shared/ui/notice';
import { Panel } from '@/shared/ui/panel';
import { SearchBox } from '@/shared/ui/search-box';
import { PagedList } from '../paged-list';
import { RowsSkeleton } from '../rows-skeleton';
import styles from '../rows.module.css';
import { filterOf, mailPagesQuery, MAIL_STATES } from './mail-pages-query';
import { MailRow } from './mail-row';

const STATES = [
  { value: '', label: 'All states' },
  ...Object.entries(MAIL_STATES).map(([value, { label }]) => ({ value, label })),
];

export function MailsPage() {
  const [params] = useSearchParams();
  const filter = filterOf(params);
  const list = useInfiniteQuery({ ...mailPagesQuery(filter), placeholderData: keepPreviousData });
  return (
    <PagedList
      list={list}
      noun="mails"
      filtered={filter.search !== '' || filter.state !== undefined}
      tools={
        <div className={styles.bar}>
          <SearchBox label="Search mails" placeholder="Search by domain or workspace" />
          <div className={styles.filter}>
            <StateChoice state={filter.state ?? ''} />
          </div>
        </div>
      }
      skeleton={<RowsSkeleton />}
      empty={
        <Notice art={<Mail size={56} strokeWidth={1.4} />} title="No mail has been sent yet">
          <p>Every mail appears here as soon as it is queued.</p>
        </Notice>
      }
      noMatch={
        <Notice art={<SearchX size={56} strokeWidth={1.4} />} title="No mail matches">
          <p>The search looks at the recipient’s domain and the workspace’s name. Try a shorter part.</p>
        </Notice>
      }
    >
      {(mails) => (
        <Panel className={styles.panel}>
          <ul className={styles.rows}>
            {mails.map((mail) => (
              <MailRow key={mail.id} mail={mail} />
            ))}
          </ul>
        </Panel>
      )}
    </PagedList>
  );
}

function StateChoice({ state }: { state: string }) {
  const change = useChangeSearch();
  return (
    <SelectField
      label="State"
      labelHidden
      error={undefined}
      name="state"
      value={state}
      options={STATES}
      onValue={(value) => {
        change((params) => {
          if (value === '') params.delete('state');
          else params.set('state', value);
        });
      }}
    />
  );
}
