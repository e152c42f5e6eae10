// The audit log: who did what to which object, when, from where.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Download, ScrollText, SearchX } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { AuditLogEntry } from '@/api/gen/model';
import { getExportAuditLogUrl } from '@/api/gen/workspaces/workspaces';
import { formatDate } from '@/shared/lib/format';
import { useChangeSearch } from '@/shared/lib/use-change-search';
import { useDownload } from '@/shared/lib/use-download';
import { useMay, useMember } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { LoadFailure, Notice } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { auditLogPagesQuery } from './audit-log-query';
import styles from './audit-log.module.css';
import { FilterBar } from './filter-bar';
import { filtersOf, isFiltered, toParams, type FilterName } from './filters';
import { LogEntry } from './log-entry';

export function AuditLogPage() {
  const may = useMay();
  const { workspace } = useMember();
  const [search, setSearch] = useSearchParams();
  const change = useChangeSearch();
  const filters = filtersOf(search);
  const visit = useVisit();
  const list = useInfiniteQuery({ ...auditLogPagesQuery(filters), placeholderData: keepPreviousData });
  const csv = useDownload('Export failed');
  const entries = list.data?.pages.flatMap(({ items }) => items);
  const none = entries?.length === 0 && !list.isPlaceholderData;
  const filtered = isFiltered(filters);

  const filter = (name: FilterName, value: string) => {
    change(
      (params) => {
        if (value === '') params.delete(name);
        else params.set(name, value);
      },
      { state: { visit } },
    );
  };
  const bar = useRef<HTMLDivElement>(null);
  const cleared = useRef(false);
  const clear = () => {
    cleared.current = true;
    setSearch({}, { replace: true, preventScrollReset: true });
  };
  // The button that cleared them is unmounted by then; no paint lies between, in which nothing has the focus.
  useLayoutEffect(() => {
    if (!cleared.current) return;
    cleared.current = false;
    bar.current?.querySelector('input')?.focus();
  }, [visit]);

  return (
    <Page
      title="Audit log"
      lead={`All actions in ${workspace.name}: who, when and from where. Entries cannot be changed.`}
      actions={
        may('audit_log:export') &&
        !none && (
          <Button
            icon={<Download aria-hidden size={17} />}
            busy={csv.busy}
            onClick={() => {
              csv.run(getExportAuditLogUrl(toParams(filters)), 'audit-log.csv');
            }}
          >
            Export CSV
          </Button>
        )
      }
    >
      {(filtered || !none) && (
        <FilterBar key={visit} ref={bar} filters={filters} onFilter={filter} onClear={clear} />
      )}
      <p role="status" className="visually-hidden">
        {filtered && entries !== undefined && `${String(entries.length)} entries shown`}
      </p>
      {list.isError && entries === undefined && (
        <LoadFailure what="the audit log" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {(list.isPending || (list.isPlaceholderData && entries?.length === 0)) && <LogSkeleton />}
      {none && !filtered && (
        <Notice art={<ScrollText size={52} strokeWidth={1.4} />} title="No entries yet">
          <p>Changes, sent proposals and exports are recorded here.</p>
        </Notice>
      )}
      {none && filtered && (
        <Notice art={<SearchX size={52} strokeWidth={1.4} />} title="No entry matches these filters">
          <p>Try more days, or a shorter part of a name.</p>
        </Notice>
      )}
      {entries !== undefined && entries.length > 0 && (
        <div className={styles.days} data-stale={list.isPlaceholderData || undefined}>
          {byDay(entries).map(({ day, lines }) => (
            <section key={day} aria-label={day}>
              <h2 className={styles.day}>{day}</h2>
              <Panel className={styles.lines}>
                {lines.map((entry) => (
                  <LogEntry key={entry.id} entry={entry} />
                ))}
              </Panel>
            </section>
          ))}
        </div>
      )}
      {list.hasNextPage && (
        <div className={styles.more}>
          <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Show older entries
          </Button>
        </div>
      )}
      {list.isFetchNextPageError && (
        <p role="alert" className={styles.moreFailed}>
          Older entries could not be loaded. Try again.
        </p>
      )}
    </Page>
  );
}

/**
 * Stays the same while the filters are changed on the page, and changes when the page is visited again or
 * cleared: then the filters start with those of the address.
 */
function useVisit(): string {
  const { state, key } = useLocation() as { state: { visit?: string } | null; key: string };
  return state?.visit ?? key;
}

/** Newest first, in their order: entries of one day are grouped. */
function byDay(entries: readonly AuditLogEntry[]): { day: string; lines: AuditLogEntry[] }[] {
  const days: { day: string; lines: AuditLogEntry[] }[] = [];
  for (const entry of entries) {
    const day = formatDate(entry.at);
    const last = days.at(-1);
    if (last?.day === day) last.lines.push(entry);
    else days.push({ day, lines: [entry] });
  }
  return days;
}

function LogSkeleton() {
  return (
    <div aria-busy>
      <div className={styles.day}>
        <Skeleton width="160px" />
      </div>
      <Panel className={styles.lines}>
        {['70%', '55%', '80%', '62%', '48%', '74%'].map((width) => (
          <div key={width} className={styles.bone}>
            <Skeleton width="64px" />
            <Skeleton width={width} />
          </div>
        ))}
      </Panel>
    </div>
  );
}
