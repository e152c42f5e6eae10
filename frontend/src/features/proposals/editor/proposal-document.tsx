// The document, section by section. While it is a draft each section can be edited in its place, one at a time; the
// pricing section is made by the pricing engine and is not text.
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useBlocker } from 'react-router';
import type { Proposal } from '@/api/gen/model';
import { documentSections } from '@/shared/document/sections';
import { TermsAndConditions } from '@/shared/document/terms';
import { useMay } from '@/shared/session/session';
import { ConflictDialog } from './conflict-dialog';
import styles from './editor.module.css';
import { LeaveDialog } from './leave-dialog';
import { SectionBlock } from './section-block';
import type { ProposalActions } from './use-proposal-actions';

interface Props {
  proposal: Proposal;
  actions: ProposalActions;
  /** Tells whether text is being edited that is not saved yet. */
  onUnsaved: (unsaved: boolean) => void;
}

/** The section under edit, with the text it opens with: after a failed save, what was typed. */
interface Editing {
  id: string;
  html: string;
}

export function ProposalDocument({ proposal, actions, onUnsaved }: Props) {
  const tellUnsaved = useEffectEvent(onUnsaved);
  const may = useMay();
  const sections = useMemo(() => documentSections(proposal.htmlContent), [proposal.htmlContent]);
  const [editing, setEditing] = useState<Editing | null>(null);
  const [dirty, setDirty] = useState(false);
  const editable = proposal.status === 'draft' && may('proposals:update');
  const unsaved = editing !== null && dirty;
  const blocker = useBlocker(unsaved);

  useEffect(() => {
    tellUnsaved(unsaved);
    if (!unsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => {
      window.removeEventListener('beforeunload', warn);
    };
  }, [unsaved]);

  const open = (next: Editing | null) => {
    setDirty(false);
    setEditing(next);
  };

  const save = async (id: string, html: string) => {
    open(null);
    if (await actions.saveSection(id, html)) return;
    // The typed text comes back into the editor, behind the conflict's two versions if there is one.
    setEditing({ id, html });
    setDirty(true);
  };

  return (
    <article className={styles.paper} aria-label="Proposal">
      {sections.length === 0 && <p className={styles.blank}>No Content Available</p>}
      <div className="doc">
        {sections.map((section) => (
          <SectionBlock
            key={section.id}
            section={section}
            editable={editable && section.kind !== 'pricing'}
            locked={actions.saving || editing !== null}
            draft={editing?.id === section.id ? editing.html : undefined}
            onEdit={() => {
              open({ id: section.id, html: section.html });
            }}
            onDirty={() => {
              setDirty(true);
            }}
            onSave={(html) => save(section.id, html)}
            onCancel={() => {
              open(null);
            }}
          />
        ))}
      </div>
      {proposal.termsAndConditions !== undefined && proposal.termsAndConditions !== '' && (
        <TermsAndConditions text={proposal.termsAndConditions} />
      )}
      {actions.conflict !== null && (
        <ConflictDialog
          conflict={actions.conflict}
          actions={actions}
          onSettled={() => {
            open(null);
          }}
        />
      )}
      {blocker.state === 'blocked' && (
        <LeaveDialog
          onStay={() => {
            blocker.reset();
          }}
          onLeave={() => {
            blocker.proceed();
          }}
        />
      )}
    </article>
  );
}
