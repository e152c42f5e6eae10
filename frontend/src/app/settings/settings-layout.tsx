// The frame of the settings: navigation at the side or, on a narrow screen, above.
import { LockKeyhole } from 'lucide-react';
import { NavLink, Outlet, useLocation } from 'react-router';
import { paths } from '@/shared/paths';
import { useMay, useMember } from '@/shared/session/session';
import { ButtonLink } from '@/shared/ui/button';
import { Notice } from '@/shared/ui/notice';
import { useChosenInSight } from '@/shared/ui/use-chosen-in-sight';
import { accountSections, sectionAt, workspaceSections, type Section } from './sections';
import styles from './settings-layout.module.css';

export function SettingsLayout() {
  const may = useMay();
  const { workspace } = useMember();
  const { pathname } = useLocation();
  const nav = useChosenInSight<HTMLElement>(pathname);
  const section = sectionAt(pathname.replace(/\/$/, ''));
  const allowed = ({ permission }: Section) => permission === undefined || may(permission);
  const ofWorkspace = workspaceSections.filter(allowed);

  return (
    <div className={styles.settings}>
      <nav ref={nav} className={styles.nav} aria-label="Settings">
        <Group title="Your account" sections={accountSections} />
        {ofWorkspace.length > 0 && <Group title={workspace.name} sections={ofWorkspace} />}
      </nav>
      <div className={styles.content}>
        {section === undefined || allowed(section) ? <Outlet /> : <NotAllowed section={section} />}
      </div>
    </div>
  );
}

function Group({ title, sections }: { title: string; sections: readonly Section[] }) {
  return (
    <div className={styles.group}>
      <p className={styles.title} title={title}>
        {title}
      </p>
      {sections.map(({ path, label, Icon }) => (
        <NavLink key={path} to={path} className={styles.link ?? ''}>
          <Icon aria-hidden size={18} />
          {label}
        </NavLink>
      ))}
    </div>
  );
}

function NotAllowed({ section }: { section: Section }) {
  const { workspace } = useMember();
  return (
    <div className={styles.refused}>
      <title>{`${section.label} · Proffer`}</title>
      <Notice
        level="h1"
        art={<LockKeyhole size={52} strokeWidth={1.4} />}
        title={`You cannot open ${section.label}`}
        actions={<ButtonLink to={paths.accountSettings}>Your account settings</ButtonLink>}
      >
        <p>
          Your role in {workspace.name} does not include this page. Ask an admin of the workspace if you need
          access.
        </p>
      </Notice>
    </div>
  );
}
