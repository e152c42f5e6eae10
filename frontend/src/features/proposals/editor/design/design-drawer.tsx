// The design of one proposal. Choices are previewed on the document at once, and stored when they
// are applied.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import {
  getGetTemplatePreferencesQueryKey,
  getGetTemplatePreferencesQueryOptions,
  getListProposalTemplatesQueryOptions,
  useSaveTemplatePreferences,
} from '@/api/gen/companies/companies';
import type { Proposal, ProposalTemplate, ProposalUpdate, TemplatePreferences } from '@/api/gen/model';
import { getGetProposalQueryKey } from '@/api/gen/proposals/proposals';
import { choiceOf, inputOf } from '@/shared/design/choice';
import { DesignFields } from '@/shared/design/design-fields';
import { useDesignPreview } from '@/shared/design/use-design-preview';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { useEditorSession } from '../session';
import { useVersionedUpdate } from '../use-versioned-update';
import styles from './design-drawer.module.css';

interface DesignDrawerProps {
  proposal: Proposal;
  onClose: () => void;
}

export function DesignDrawer({ proposal, onClose }: DesignDrawerProps) {
  const templates = useQuery(getListProposalTemplatesQueryOptions());
  const preferences = useQuery(getGetTemplatePreferencesQueryOptions());
  const failed = [templates, preferences].find(({ isError }) => isError);
  // On a phone the document is visible above, otherwise next to the drawer.
  const [narrow] = useState(() => window.matchMedia('(max-width: 700px)').matches);

  return (
    <Drawer
      open
      title="Design"
      mask={false}
      placement={narrow ? 'bottom' : 'right'}
      size={narrow ? '60dvh' : 'min(480px, 100vw)'}
      onClose={onClose}
      afterOpenChange={() => {
        // Not earlier: returning the focus to the button that opened the drawer scrolls there.
        if (narrow) document.querySelector('[data-paper] .doc')?.scrollIntoView();
      }}
      styles={{ body: { padding: 0 } }}
    >
      {failed !== undefined && (
        <LoadFailure what="the designs" error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {failed === undefined && (templates.data === undefined || preferences.data === undefined) && (
        <DesignSkeleton />
      )}
      {templates.data !== undefined && preferences.data !== undefined && (
        <Choosing
          proposal={proposal}
          templates={templates.data}
          preferences={preferences.data}
          onClose={onClose}
        />
      )}
    </Drawer>
  );
}

interface ChoosingProps extends DesignDrawerProps {
  templates: ProposalTemplate[];
  preferences: TemplatePreferences;
}

function Choosing({ proposal, templates, preferences, onClose }: ChoosingProps) {
  const queryClient = useQueryClient();
  const session = useEditorSession();
  const may = useMay();
  const update = useVersionedUpdate(proposal, session);
  const save = useSaveTemplatePreferences();
  const [start] = useState(() => choiceOf(proposal.design ?? preferences, templates));
  const [choice, setChoice] = useState(start);
  const touched = choice !== start;
  const preview = useDesignPreview(choice);
  const endPreview = useShownOn(proposal, touched ? preview.data?.css : undefined);

  const apply = async (data: ProposalUpdate) => {
    if (!(await session.flush())) return;
    try {
      const next = await update.save(data);
      endPreview();
      session.take(next);
      showToast({ title: 'Success', description: 'Template updated successfully!' });
      onClose();
    } catch (error) {
      toastFailure(error, { title: 'Error', description: 'Failed to save template. Please try again.' });
    }
  };

  const applyToAll = async () => {
    try {
      const saved = await save.mutateAsync({ data: { ...inputOf(choice), isActive: true } });
      queryClient.setQueryData(getGetTemplatePreferencesQueryKey(), saved);
      showToast({ title: 'Success', description: 'Template updated successfully!' });
    } catch (error) {
      toastFailure(error, { title: 'Error', description: 'Failed to save template. Please try again.' });
    }
  };

  return (
    <div className={styles.choosing}>
      <div className={styles.scroll}>
        <DesignFields templates={templates} choice={choice} preview={preview.data} onChange={setChoice} />
        {preview.isError && (
          <Callout tone="danger" announced title="The preview could not be created">
            Your choice is kept. Check your connection, or shorten your CSS.
          </Callout>
        )}
        <div className={styles.wider}>
          {may('company:update') && (
            <Button size="sm" busy={save.isPending} onClick={() => void applyToAll()}>
              Use for all new proposals
            </Button>
          )}
          {proposal.design !== undefined && (
            <Button
              size="sm"
              variant="ghost"
              busy={update.isPending}
              onClick={() => void apply({ useWorkspaceDesign: true })}
            >
              Back to the workspace&apos;s design
            </Button>
          )}
        </div>
      </div>
      <div className={styles.foot}>
        <Button variant="ghost" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="primary"
          busy={update.isPending}
          onClick={() => void apply({ design: inputOf(choice) })}
        >
          Apply to This Proposal
        </Button>
      </div>
    </div>
  );
}

/**
 * Applies a style sheet to the visible proposal, and restores its own when the drawer closes. Returns a
 * function to call once the design is saved, before the response is shown: a preview that is older than the
 * saved choice must not cover it.
 */
function useShownOn({ id, designCss }: Proposal, css: string | undefined): () => void {
  const queryClient = useQueryClient();
  const own = useRef(designCss);
  const shown = useRef<string>(undefined);
  const ended = useRef(false);
  const put = useEffectEvent((next: string) => {
    queryClient.setQueryData<Proposal>(
      getGetProposalQueryKey(id),
      (proposal) => proposal && { ...proposal, designCss: next },
    );
  });

  useEffect(() => {
    // Data that arrives meanwhile, such as the response to a save, contains the stored design again.
    if (designCss !== shown.current) own.current = designCss;
    if (css === undefined || designCss === css || ended.current) return;
    shown.current = css;
    put(css);
  }, [css, designCss]);

  useEffect(
    () => () => {
      const now = queryClient.getQueryData<Proposal>(getGetProposalQueryKey(id))?.designCss;
      if (shown.current !== undefined && now === shown.current) {
        queryClient.setQueryData<Proposal>(
          getGetProposalQueryKey(id),
          (proposal) => proposal && { ...proposal, designCss: own.current },
        );
      }
    },
    [queryClient, id],
  );

  return () => {
    ended.current = true;
    shown.current = undefined;
  };
}

const DesignSkeleton = () => (
  <div aria-busy className={styles.bones}>
    {[1, 2, 3, 4].map((card) => (
      <Skeleton key={card} height="190px" />
    ))}
  </div>
);
