// Header of the signed-in app: navigation, workspace, account, sign-out. On a narrow screen the
// tabs fold into a menu.
import { ChevronDown, LogOut, Menu as MenuIcon, Plus, Settings, UsersRound, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, NavLink } from 'react-router';
import type { CurrentUser } from '@/api/gen/model';
import { Bell, BellLink } from '@/features/notifications/bell';
import { useUnread } from '@/features/notifications/use-unread';
import { paths } from '@/shared/paths';
import { useMay } from '@/shared/session/session';
import { Avatar } from '@/shared/ui/avatar';
import { Button, ButtonLink, IconButton } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { Menu } from '@/shared/ui/menu';
import { SchemeToggle } from '@/shared/ui/scheme-toggle';
import styles from './header.module.css';
import { useSignOut } from './use-sign-out';
import { WorkspaceList, WorkspaceSwitcher } from './workspace-switcher';

const tabs = [
  { to: paths.home, label: 'Dashboard' },
  { to: paths.clients, label: 'Clients' },
  { to: paths.proposals, label: 'Proposals' },
  { to: paths.companyProfile, label: 'Company Profile' },
  { to: paths.subscription, label: 'Billing' },
];
const adminTab = { to: paths.admin, label: 'Admin' };

export function Header({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  const menuId = useId();
  const signOut = useSignOut();
  const unread = useUnread();
  const close = () => {
    setOpen(false);
  };

  return (
    <header
      className={styles.header}
      onKeyDown={(event) => {
        if (event.key === 'Escape') close();
      }}
    >
      <div className={styles.bar}>
        <div className={styles.place}>
          <Link to={paths.home} className={styles.home} aria-label="Proffer, dashboard">
            <Logo />
          </Link>
          <div className={styles.workspace}>
            <WorkspaceSwitcher user={user} />
          </div>
        </div>
        <nav className={styles.tabs} aria-label="Main">
          <Tabs />
        </nav>
        <div className={styles.person}>
          <Bell unread={unread} />
          <SchemeToggle />
          <PersonMenu user={user} signOut={signOut} />
        </div>
        <div className={styles.toggle}>
          <BellLink unread={unread} onGo={close} />
          <IconButton
            label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls={menuId}
            onClick={() => {
              setOpen(!open);
            }}
          >
            {open ? <X aria-hidden size={22} /> : <MenuIcon aria-hidden size={22} />}
          </IconButton>
        </div>
      </div>
      <div id={menuId} className={styles.menu} hidden={!open}>
        <nav className={styles.menuTabs} aria-label="Menu">
          <Tabs onGo={close} />
        </nav>
        <ButtonLink
          to={paths.createProposal}
          variant="primary"
          block
          icon={<Plus aria-hidden size={18} />}
          onClick={close}
        >
          Create New Proposal
        </ButtonLink>
        <WorkspaceList user={user} onGo={close} />
        <div className={styles.menuPerson}>
          <PersonWords user={user} />
          <SchemeToggle />
        </div>
        <div className={styles.menuActions}>
          <ButtonLink
            to={paths.accountSettings}
            block
            icon={<Settings aria-hidden size={18} />}
            onClick={close}
          >
            Account settings
          </ButtonLink>
          <Button block icon={<LogOut aria-hidden size={18} />} onClick={signOut.run} busy={signOut.busy}>
            Log out
          </Button>
        </div>
      </div>
    </header>
  );
}

function PersonMenu({ user, signOut }: { user: CurrentUser; signOut: ReturnType<typeof useSignOut> }) {
  const may = useMay();
  return (
    <Menu
      label="Account"
      align="end"
      trigger={
        <>
          <PersonPicture user={user} />
          <span className="visually-hidden">
            {user.firstName} {user.lastName}, account menu
          </span>
          <ChevronDown aria-hidden size={15} className={styles.chevron} />
        </>
      }
      head={
        <div className={styles.menuHead}>
          <PersonWords user={user} />
        </div>
      }
    >
      <Link to={paths.accountSettings} role="menuitem" tabIndex={-1}>
        <Settings aria-hidden size={18} />
        Account settings
      </Link>
      {may('team:read') && (
        <Link to={paths.teamSettings} role="menuitem" tabIndex={-1}>
          <UsersRound aria-hidden size={18} />
          Team
        </Link>
      )}
      <button type="button" role="menuitem" tabIndex={-1} disabled={signOut.busy} onClick={signOut.run}>
        <LogOut aria-hidden size={18} />
        Log out
      </button>
    </Menu>
  );
}

function PersonPicture({ user }: { user: CurrentUser }) {
  return <Avatar names={[user.firstName, user.lastName]} imageUrl={user.profileImageUrl} />;
}

function PersonWords({ user }: { user: CurrentUser }) {
  return (
    <>
      <PersonPicture user={user} />
      <span className={styles.words}>
        {user.firstName} {user.lastName}
        <small>{user.email}</small>
      </span>
    </>
  );
}

function Tabs({ onGo }: { onGo?: () => void }) {
  const may = useMay();
  const shown = may('site:read') ? [...tabs, adminTab] : tabs;
  return shown.map(({ to, label }) => (
    <NavLink key={to} to={to} end={to === paths.home} className={styles.tab ?? ''} onClick={onGo}>
      {label}
    </NavLink>
  ));
}
