// How the workspace's proposals look: template, colors, font and layout, with a document that shows them.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  getGetTemplatePreferencesQueryKey,
  getGetTemplatePreferencesQueryOptions,
  getListProposalTemplatesQueryOptions,
  useSaveTemplatePreferences,
} from '@/api/gen/companies/companies';
import type { ProposalTemplate, TemplatePreferences } from '@/api/gen/model';
import { choiceOf, inputOf } from '@/shared/design/choice';
import { DesignFields } from '@/shared/design/design-fields';
import { Miniature } from '@/shared/design/miniature';
import { useDesignPreview } from '@/shared/design/use-design-preview';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './brand-page.module.css';

export function BrandPage() {
  const templates = useQuery(getListProposalTemplatesQueryOptions());
  const preferences = useQuery(getGetTemplatePreferencesQueryOptions());
  const failed = [templates, preferences].find(({ isError }) => isError);
  return (
    <Page
      title="Brand"
      lead="How your proposals look. Each proposal can have a design of its own; what was sent stays as it was sent."
    >
      {failed !== undefined && (
        <LoadFailure what="the designs" error={failed.error} onRetry={() => void failed.refetch()} />
      )}
      {failed === undefined && (templates.data === undefined || preferences.data === undefined) && (
        <Panel aria-busy className={styles.panel}>
          <Skeleton height="420px" />
        </Panel>
      )}
      {templates.data !== undefined && preferences.data !== undefined && (
        <Brand templates={templates.data} preferences={preferences.data} />
      )}
    </Page>
  );
}

interface BrandProps {
  templates: ProposalTemplate[];
  preferences: TemplatePreferences;
}

function Brand({ templates, preferences }: BrandProps) {
  const queryClient = useQueryClient();
  const may = useMay();
  const save = useSaveTemplatePreferences();
  const [choice, setChoice] = useState(() => choiceOf(preferences, templates));
  const preview = useDesignPreview(choice);
  const sample = templates.find(({ id }) => id === choice.templateId)?.htmlStructure ?? '';

  const keep = async () => {
    try {
      const saved = await save.mutateAsync({ data: { ...inputOf(choice), isActive: true } });
      queryClient.setQueryData(getGetTemplatePreferencesQueryKey(), saved);
      showToast({ title: 'Success', description: 'Template updated successfully!' });
    } catch (error) {
      toastFailure(error, { title: 'Error', description: 'Failed to save template. Please try again.' });
    }
  };

  return (
    <Panel className={styles.panel}>
      <DesignFields templates={templates} choice={choice} preview={preview.data} onChange={setChoice} />
      {preview.data !== undefined && (
        <figure className={styles.preview}>
          <figcaption>Preview</figcaption>
          <div className={styles.paper}>
            <Miniature css={preview.data.css} html={sample} />
          </div>
        </figure>
      )}
      {may('company:update') && (
        <div className={styles.actions}>
          <Button variant="primary" busy={save.isPending} onClick={() => void keep()}>
            Save Template
          </Button>
        </div>
      )}
    </Panel>
  );
}
