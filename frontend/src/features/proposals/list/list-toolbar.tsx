// Search, state and order of the list. All three are in the address, so that a list can be bookmarked and
// returned to.
import { useSearchParams } from 'react-router';
import { ProposalOrder, ProposalStatus } from '@/api/gen/model';
import { SelectField } from '@/shared/forms/fields';
import { useChangeSearch } from '@/shared/lib/use-change-search';
import { SearchBox } from '@/shared/ui/search-box';
import { statusLabel } from '@/shared/ui/status-label';
import styles from './list-toolbar.module.css';
import { filterOf } from './proposal-pages-query';

const STATES = [
  { value: '', label: 'All statuses' },
  ...Object.values(ProposalStatus).map((status) => ({ value: status, label: statusLabel(status) })),
];

const ORDERS = [
  { value: ProposalOrder.newest, label: 'Newest first' },
  { value: ProposalOrder.oldest, label: 'Oldest first' },
  { value: ProposalOrder.updated, label: 'Last changed' },
  { value: ProposalOrder.title, label: 'Title' },
  { value: ProposalOrder.amount, label: 'Highest amount' },
];

export function ListToolbar() {
  const [params] = useSearchParams();
  const change = useChangeSearch();
  const { status = '', sort = ProposalOrder.newest } = filterOf(params);
  const set = (name: 'status' | 'sort', value: string) => {
    change((params) => {
      if (value === '' || value === ProposalOrder.newest) params.delete(name);
      else params.set(name, value);
    });
  };
  return (
    <div className={styles.bar}>
      <SearchBox label="Search proposals" placeholder="Search by title or client" />
      <div className={styles.choices}>
        <SelectField
          label="Status"
          labelHidden
          error={undefined}
          name="status"
          value={status}
          options={STATES}
          onValue={(value) => {
            set('status', value);
          }}
        />
        <SelectField
          label="Sort by"
          labelHidden
          error={undefined}
          name="sort"
          value={sort}
          options={ORDERS}
          onValue={(value) => {
            set('sort', value);
          }}
        />
      </div>
    </div>
  );
}
