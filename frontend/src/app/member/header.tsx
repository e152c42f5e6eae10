// Header of the signed-in app: where you can go, who you are, the way out. On a narrow screen the tabs fold into a menu.
import { LogOut, Menu, Plus, X } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, NavLink } from 'react-router';
import type { CurrentUser } from '@/api/gen/model';
import { paths } from '@/shared/paths';
import { Avatar } from '@/shared/ui/avatar';
import { Button, ButtonLink, IconButton } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { SchemeToggle } from '@/shared/ui/scheme-toggle';
import styles from './header.module.css';
import { useSignOut } from './use-sign-out';

const tabs = [
  { to: paths.home, label: 'Dashboard' },
  { to: paths.clients, label: 'Clients' },
  { to: paths.proposals, label: 'Proposals' },
  { to: paths.companyProfile, label: 'Company Profile' },
];

export function Header({ user }: { user: CurrentUser }) {
  const [open, setOpen] = useState(false);
  const menuId = useId();
  const signOut = useSignOut();
  const name = `${user.firstName} ${user.lastName}`;
  const avatar = <Avatar names={[user.firstName, user.lastName]} imageUrl={user.profileImageUrl} />;
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
        <Link to={paths.home} className={styles.home} aria-label="Proffer, dashboard">
          <Logo />
        </Link>
        <nav className={styles.tabs} aria-label="Main">
          <Tabs />
        </nav>
        <div className={styles.person}>
          <SchemeToggle />
          {avatar}
          <span className={styles.name}>{name}</span>
          <IconButton label="Log out" onClick={signOut.run} disabled={signOut.busy}>
            <LogOut aria-hidden size={18} />
          </IconButton>
        </div>
        <div className={styles.toggle}>
          <IconButton
            label={open ? 'Close menu' : 'Open menu'}
            aria-expanded={open}
            aria-controls={menuId}
            onClick={() => {
              setOpen(!open);
            }}
          >
            {open ? <X aria-hidden size={22} /> : <Menu aria-hidden size={22} />}
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
        <div className={styles.menuPerson}>
          {avatar}
          <span className={styles.menuName}>
            {name}
            <small>{user.email}</small>
          </span>
          <SchemeToggle />
        </div>
        <Button block icon={<LogOut aria-hidden size={18} />} onClick={signOut.run} busy={signOut.busy}>
          Log out
        </Button>
      </div>
    </header>
  );
}

function Tabs({ onGo }: { onGo?: () => void }) {
  return tabs.map(({ to, label }) => (
    <NavLink key={to} to={to} end={to === paths.home} className={styles.tab ?? ''} onClick={onGo}>
      {label}
    </NavLink>
  ));
}
