// The document as the client will read it, in its own design; editable while it is a draft.
import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import type { Proposal } from '@/api/gen/model';
import { DocumentHtml } from '@/shared/document/document-html';
import { isBlank } from '@/shared/document/sections';
import { TermsAndConditions } from '@/shared/document/terms';
import { useDesignCss } from '@/shared/document/use-design-css';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { sectionAnchor } from './anchors';
import styles from './editor.module.css';
import { SaveStatus } from './saving/save-status';
import type { DocumentSession } from './saving/use-document-session';

interface Props {
  proposal: Proposal;
  editable: boolean;
  document: DocumentSession;
  onEditPrices: () => void;
}

export function ProposalDocument({ proposal, editable, document, onEditPrices }: Props) {
  const { autosave, attach, state } = document;
  useDesignCss(proposal.designCss);
  // Not `lazy`: a chunk that cannot be fetched must not break the screen. Until it is loaded, the document
  // can be read.
  const chunk = useQuery({
    queryKey: ['chunk', 'document-editor'],
    queryFn: () => import('./document/document-editor'),
    structuralSharing: false,
    enabled: editable,
  });

  return (
    <article
      className={styles.paper}
      aria-label="Proposal"
      data-paper
      data-designed={proposal.designCss !== '' || undefined}
      data-editable={editable || undefined}
    >
      {editable && chunk.isError && (
        <Callout
          tone="danger"
          title="The text editor could not be loaded"
          announced
          actions={
            <Button size="sm" onClick={() => void chunk.refetch()}>
              Try again
            </Button>
          }
        >
          Check your connection. You can still read the document.
        </Callout>
      )}
      {editable && chunk.data !== undefined ? (
        <chunk.data.DocumentEditor
          title={proposal.title}
          onReady={attach}
          onChange={() => {
            autosave.changed();
          }}
          onBlur={() => void autosave.flush()}
          onEditPrices={onEditPrices}
          status={
            <SaveStatus
              state={state}
              onRetry={() => {
                autosave.retry();
              }}
            />
          }
        />
      ) : (
        <StaticDocument html={proposal.htmlContent} />
      )}
      {proposal.termsAndConditions !== undefined && proposal.termsAndConditions !== '' && (
        <TermsAndConditions text={proposal.termsAndConditions} />
      )}
    </article>
  );
}

function StaticDocument({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null);
  // Anchors; the stored document itself has no ids.
  useLayoutEffect(() => {
    for (const block of host.current?.querySelectorAll<HTMLElement>('section[data-block]') ?? []) {
      block.id = sectionAnchor(block.dataset.block ?? '');
    }
  }, [html]);

  if (isBlank(html)) return <p className={styles.blank}>No Content Available</p>;
  return (
    <div ref={host}>
      <DocumentHtml html={html} />
    </div>
  );
}
