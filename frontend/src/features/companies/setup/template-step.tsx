// Step 3: the template.
import { useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { getListProposalTemplatesQueryOptions } from '@/api/gen/companies/companies';
import { firstChoice, withTemplate, type DesignChoice } from '@/shared/design/choice';
import { TemplatePicker } from '@/shared/design/template-picker';
import { Button } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import { Skeleton } from '@/shared/ui/skeleton';
import { StepFrame } from '@/shared/ui/step-frame';
import styles from './setup.module.css';

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  choice: DesignChoice | undefined;
  onChoose: (choice: DesignChoice) => void;
  onBack: () => void;
  onNext: () => void;
}

export function TemplateStep({ headingRef, choice, onChoose, onBack, onNext }: Props) {
  const { data: templates, error, refetch } = useQuery(getListProposalTemplatesQueryOptions());
  const chosen = templates?.some(({ id }) => id === choice?.templateId) === true;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen) onNext();
      }}
    >
      <StepFrame
        headingRef={headingRef}
        title="Template"
        lead="How your proposals are laid out. Each proposal can have another one."
        onBack={onBack}
        next={
          <div className={styles.ways}>
            {!chosen && templates !== undefined && (
              <p className={styles.needed}>Choose a template to go on.</p>
            )}
            <Button type="submit" variant="primary" disabled={!chosen}>
              Next
            </Button>
          </div>
        }
      >
        {templates !== undefined && (
          <TemplatePicker
            legendHidden
            templates={templates}
            value={choice?.templateId ?? ''}
            onChange={(template) => {
              onChoose(
                choice === undefined ? firstChoice(template) : withTemplate(choice, template, templates),
              );
            }}
          />
        )}
        {templates === undefined && error !== null && (
          <LoadFailure inPanel what="the designs" error={error} onRetry={() => void refetch()} />
        )}
        {templates === undefined && error === null && (
          <div aria-busy>
            <Skeleton height="420px" />
          </div>
        )}
      </StepFrame>
    </form>
  );
}
