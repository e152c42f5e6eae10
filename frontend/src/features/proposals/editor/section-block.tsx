// One section of the document: shown as it reads, or open for editing.
import { Pencil } from 'lucide-react';
import { Suspense, lazy } from 'react';
import { DocumentHtml } from '@/shared/document/document-html';
import type { DocumentSection } from '@/shared/document/sections';
import { Skeleton } from '@/shared/ui/skeleton';
import { sectionAnchor } from './anchors';
import styles from './section-block.module.css';

// The text editor weighs more than the rest of the page: it comes when the first section is opened.
const SectionEditor = lazy(async () => ({ default: (await import('./section-editor')).SectionEditor }));

interface Props {
  section: DocumentSection;
  editable: boolean;
  /** Another section is open, or a save is under way. */
  locked: boolean;
  /** The text to edit; absent while the section is only shown. */
  draft: string | undefined;
  onEdit: () => void;
  onDirty: () => void;
  onSave: (html: string) => Promise<void>;
  onCancel: () => void;
}

export function SectionBlock({ section, editable, locked, draft, onEdit, onDirty, onSave, onCancel }: Props) {
  return (
    <section
      id={sectionAnchor(section.id)}
      tabIndex={-1}
      className={styles.section}
      data-kind={section.kind}
      data-editing={draft !== undefined || undefined}
    >
      {draft === undefined ? (
        <>
          <DocumentHtml html={section.html} />
          {editable && (
            <button
              type="button"
              className={styles.edit}
              disabled={locked}
              aria-label={`Edit section ${section.title}`}
              onClick={onEdit}
            >
              <Pencil size={15} aria-hidden />
              Edit
            </button>
          )}
        </>
      ) : (
        <Suspense fallback={<Skeleton height="160px" />}>
          <SectionEditor
            title={section.title}
            html={draft}
            onDirty={onDirty}
            onSave={onSave}
            onCancel={onCancel}
          />
        </Suspense>
      )}
    </section>
  );
}
