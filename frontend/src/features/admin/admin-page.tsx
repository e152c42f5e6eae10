// The frame of the admin dashboard: the month in four figures, and its navigation.
import { Outlet, useLocation } from 'react-router';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Page } from '@/shared/ui/page';
import { TabLinks } from '@/shared/ui/tab-links';
import { InitDefaultsButton } from './init-defaults-button';
import { SummaryCards } from './summary-cards';

const TITLE = 'Admin Dashboard';
const TABS = [
  { to: paths.admin, label: 'User Management' },
  { to: paths.adminSettings, label: 'AI Settings & Prompts' },
  { to: paths.adminWorkspaces, label: 'Workspaces' },
  { to: paths.adminJobs, label: 'Failed Jobs' },
  { to: paths.adminMails, label: 'Mail Delivery' },
];

export function AdminPage() {
  const may = useMay();
  const { pathname } = useLocation();
  const open = TABS.find(({ to }) => to === pathname.replace(/\/$/, ''));
  return (
    <Page
      title={TITLE}
      windowTitle={open === undefined ? TITLE : `${open.label} · ${TITLE}`}
      actions={may('site:update') && <InitDefaultsButton />}
    >
      <SummaryCards />
      <TabLinks id="admin" label={TITLE} tabs={TABS}>
        <Outlet />
      </TabLinks>
    </Page>
  );
}
