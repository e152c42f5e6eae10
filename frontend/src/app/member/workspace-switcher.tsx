// The active workspace's name, and a menu of the others if there are any.
import { Check, ChevronsUpDown } from 'lucide-react';
import type { CurrentUser, WorkspaceRef } from '@/api/gen/model';
import { roleLabel } from '@/shared/session/roles';
import { Menu } from '@/shared/ui/menu';
import { useSwitchWorkspace } from './switch-workspace';
import styles from './workspace-switcher.module.css';

export function WorkspaceSwitcher({ user }: { user: CurrentUser }) {
  const switchTo = useSwitchWorkspace();
  const { workspace, workspaces } = user;
  if (workspaces.length < 2) {
    return (
      <span className={styles.plain} title={workspace.name}>
        {workspace.name}
      </span>
    );
  }
  return (
    <Menu
      label="Your workspaces"
      trigger={
        <>
          <span className="visually-hidden">Workspace {workspace.name}, switch</span>
          <span aria-hidden className={styles.current} title={workspace.name}>
            {workspace.name}
          </span>
          <ChevronsUpDown aria-hidden size={15} className={styles.arrows} />
        </>
      }
      head={<p className={styles.head}>Your workspaces</p>}
    >
      {workspaces.map((item) => (
        <button
          key={item.id}
          type="button"
          role="menuitemradio"
          aria-checked={item.id === workspace.id}
          tabIndex={-1}
          onClick={() => {
            if (item.id !== workspace.id) switchTo(item.id);
          }}
        >
          <Words workspace={item} />
          {item.id === workspace.id && <Check aria-hidden size={18} />}
        </button>
      ))}
    </Menu>
  );
}

/** The same in the menu of a narrow screen, which lists all of them. */
export function WorkspaceList({ user, onGo }: { user: CurrentUser; onGo: () => void }) {
  const switchTo = useSwitchWorkspace();
  const { workspace, workspaces } = user;
  return (
    <section className={styles.list} aria-label="Workspaces">
      <p className={styles.head}>{workspaces.length < 2 ? 'Workspace' : 'Your workspaces'}</p>
      {workspaces.length < 2 ? (
        <p className={styles.only}>
          <Words workspace={workspace} />
        </p>
      ) : (
        workspaces.map((item) => (
          <button
            key={item.id}
            type="button"
            className={styles.item}
            aria-current={item.id === workspace.id}
            onClick={() => {
              onGo();
              if (item.id !== workspace.id) switchTo(item.id);
            }}
          >
            <Words workspace={item} />
            {item.id === workspace.id && <Check aria-hidden size={18} />}
          </button>
        ))
      )}
    </section>
  );
}

function Words({ workspace }: { workspace: WorkspaceRef }) {
  return (
    <span className={styles.words}>
      {workspace.name} <small>{roleLabel(workspace.role)}</small>
    </span>
  );
}
