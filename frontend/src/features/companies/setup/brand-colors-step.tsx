// Step 4: the colors, with a sample document.
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { getListProposalTemplatesQueryOptions } from '@/api/gen/companies/companies';
import { BrandColors } from '@/shared/design/brand-colors';
import type { DesignChoice } from '@/shared/design/choice';
import { Miniature } from '@/shared/design/miniature';
import { useDesignPreview } from '@/shared/design/use-design-preview';
import { Button } from '@/shared/ui/button';
import { Skeleton } from '@/shared/ui/skeleton';
import { StepFrame } from '@/shared/ui/step-frame';
import styles from './setup.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  choice: DesignChoice;
  onChange: (choice: DesignChoice) => void;
  onBack: () => void;
  onNext: () => void;
}

export function BrandColorsStep({ headingRef, choice, onChange, onBack, onNext }: Props) {
  const colored = choice.primaryColor !== '';
  const templates = useQuery(getListProposalTemplatesQueryOptions());
  const preview = useDesignPreview(colored ? choice : undefined);
  const template = templates.data?.find(({ id }) => id === choice.templateId);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (colored) onNext();
      }}
    >
      <StepFrame
        headingRef={headingRef}
        title="Brand Colors"
        lead="Change the template’s colors, or keep them."
        onBack={onBack}
        next={
          <div className={styles.ways}>
            {!colored && <p className={styles.needed}>Choose a primary color to go on.</p>}
            <Button type="submit" variant="primary" disabled={!colored}>
              Next
            </Button>
          </div>
        }
      >
        <div className={styles.colors}>
          <BrandColors legendHidden choice={choice} preview={preview.data} onChange={onChange} />
          <figure className={styles.preview}>
            <figcaption>{template === undefined ? 'Preview' : `Preview: ${template.name}`}</figcaption>
            <div className={styles.paper}>
              {preview.data !== undefined && template !== undefined ? (
                <Miniature css={preview.data.css} html={template.htmlStructure} />
              ) : (
                <Skeleton height="240px" />
              )}
            </div>
          </figure>
        </div>
      </StepFrame>
    </form>
  );
}
