// Every workspace of the site: its owner, its plan status, and granted plans. None of its content.
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Building2, SearchX } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { WorkspaceStanding } from '@/api/gen/model';
import { Notice } from '@/shared/ui/notice';
import { Panel } from '@/shared/ui/panel';
import { SearchBox } from '@/shared/ui/search-box';
import { PagedList } from '../paged-list';
import { RowsSkeleton } from '../rows-skeleton';
import { PlanDialog, type Plan } from './plan-dialog';
import { workspacePagesQuery } from './workspace-pages-query';
import { WorkspaceRow } from './workspace-row';
import styles from './workspaces.module.css';

export function WorkspacesPage() {
  const [params] = useSearchParams();
  const search = params.get('search') ?? '';
  const list = useInfiniteQuery({ ...workspacePagesQuery(search), placeholderData: keepPreviousData });
  const [open, setOpen] = useState<{ workspace: WorkspaceStanding; plan: Plan } | null>(null);

  return (
    <>
      <PagedList
        list={list}
        noun="workspaces"
        filtered={search !== ''}
        tools={
          <div className={styles.search}>
            <SearchBox label="Search workspaces" placeholder="Search by workspace, owner or address" />
          </div>
        }
        skeleton={<RowsSkeleton />}
        empty={
          <Notice art={<Building2 size={56} strokeWidth={1.4} />} title="No workspaces yet">
            <p>Every registered user starts with a workspace. It appears here.</p>
          </Notice>
        }
        noMatch={
          <Notice art={<SearchX size={56} strokeWidth={1.4} />} title={`No workspace matches “${search}”`}>
            <p>The search looks at the workspace, and at its owner’s name and address. Try a shorter part.</p>
          </Notice>
        }
      >
        {(workspaces) => (
          <Panel className={styles.panel}>
            <ul className={styles.rows}>
              {workspaces.map((workspace) => (
                <WorkspaceRow
                  key={workspace.id}
                  workspace={workspace}
                  onPlan={(plan) => {
                    setOpen({ workspace, plan });
                  }}
                />
              ))}
            </ul>
          </Panel>
        )}
      </PagedList>
      {open !== null && (
        <PlanDialog
          workspace={open.workspace}
          plan={open.plan}
          onClose={() => {
            setOpen(null);
          }}
        />
      )}
    </>
  );
}
