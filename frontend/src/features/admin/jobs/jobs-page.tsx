// Failed jobs: the task, the workspace, the error, and a retry.
import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Notice } from '@/shared/ui/notice';
import { Panel } from '@/shared/ui/panel';
import { PagedList } from '../paged-list';
import { RowsSkeleton } from '../rows-skeleton';
import styles from '../rows.module.css';
import { jobPagesQuery } from './job-pages-query';
import { JobRow } from './job-row';

export function JobsPage() {
  const list = useInfiniteQuery(jobPagesQuery());
  return (
    <PagedList
      list={list}
      noun="jobs"
      filtered={false}
      skeleton={<RowsSkeleton />}
      empty={
        <Notice art={<CircleCheck size={56} strokeWidth={1.4} />} title="Nothing has failed.">
          <p>Failed jobs appear here with their error, and can be retried.</p>
        </Notice>
      }
    >
      {(jobs) => (
        <Panel className={styles.panel}>
          <ul className={styles.rows}>
            {jobs.map((job) => (
              <JobRow key={job.id} job={job} />
            ))}
          </ul>
        </Panel>
      )}
    </PagedList>
  );
}
