// The design of the workspace's proposals: template, colors, font and layout, with a sample document.
import type { ProposalTemplate } from '@/api/gen/model';
import type { DesignChoice } from '@/shared/design/choice';
import { DesignFields } from '@/shared/design/design-fields';
import { Miniature } from '@/shared/design/miniature';
import { useDesignPreview } from '@/shared/design/use-design-preview';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './template-tab.module.css';
import type { useDesign } from './use-design';

export function TemplateTab({ design }: { design: ReturnType<typeof useDesign> }) {
  const { templates, choice, failed, choose } = design;
  if (templates !== undefined && choice !== undefined)
    return <Design templates={templates} choice={choice} onChange={choose} />;
  if (failed !== undefined)
    return <LoadFailure what="the designs" error={failed.error} onRetry={() => void failed.refetch()} />;
  return (
    <div aria-busy>
      <Skeleton height="420px" />
    </div>
  );
}

interface DesignProps {
  templates: ProposalTemplate[];
  choice: DesignChoice;
  onChange: (choice: DesignChoice) => void;
}

function Design({ templates, choice, onChange }: DesignProps) {
  const preview = useDesignPreview(choice);
  const sample = templates.find(({ id }) => id === choice.templateId)?.htmlStructure ?? '';
  return (
    <div className={styles.design}>
      <p className={styles.intro}>Each proposal can have its own design. Sent proposals do not change.</p>
      <DesignFields templates={templates} choice={choice} preview={preview.data} onChange={onChange} />
      {preview.data !== undefined && (
        <figure className={styles.preview}>
          <figcaption>Preview</figcaption>
          <div className={styles.paper}>
            <Miniature css={preview.data.css} html={sample} />
          </div>
        </figure>
      )}
    </div>
  );
}
