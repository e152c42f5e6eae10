// The second step: the mapping of columns, the handling of existing clients, and the preview.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { runClientImport } from '@/api/gen/clients/clients';
import type { ClientImport, Duplicates, ImportPlan } from '@/api/gen/model';
import { isProblem, userMessage } from '@/api/problem';
import { ChoiceField } from '@/shared/forms/fields';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Panel } from '@/shared/ui/panel';
import { counted, formatCount } from '../words';
import { ColumnFields } from './column-fields';
import { missingFields } from './fields';
import { importQuery } from './import-query';
import styles from './match-step.module.css';
import { useKeptPlan } from './plan-store';
import { PreviewPanel } from './preview-panel';
import { usePreview } from './use-preview';

const DUPLICATES: readonly { value: Duplicates; label: string; text: string }[] = [
  {
    value: 'skip',
    label: 'Keep them unchanged',
    text: 'Lines with an email you already have are skipped.',
  },
  {
    value: 'update',
    label: 'Update them',
    text: 'Values in the line replace yours. Empty ones leave yours unchanged.',
  },
  {
    value: 'add',
    label: 'Add them again',
    text: 'Each line becomes a new client, even with the same email.',
  },
];

interface MatchStepProps {
  file: ClientImport;
  onStarted: (started: ClientImport) => void;
}

export function MatchStep({ file, onStarted }: MatchStepProps) {
  const queryClient = useQueryClient();
  const kept = useKeptPlan(file);
  // By default the suggested mapping.
  const [plan, setPlan] = useState<ImportPlan>(kept.found ?? { mapping: file.suggested, duplicates: 'skip' });
  const { preview, current } = usePreview(file.id, plan);
  const run = useMutation({
    mutationFn: (chosen: ImportPlan) => runClientImport(file.id, chosen),
    onSuccess: (started) => {
      kept.forget();
      onStarted(started);
    },
    onError: async (error) => {
      // Started in another window: show its progress here.
      if (isProblem(error) && error.status === 409)
        await queryClient.invalidateQueries({ queryKey: importQuery(file.id).queryKey });
    },
  });
  const change = (changed: Partial<ImportPlan>) => {
    const next = { ...plan, ...changed };
    setPlan(next);
    kept.keep(next);
    run.reset();
  };

  const missing = missingFields(plan.mapping);
  const coming = preview.data === undefined ? 0 : preview.data.added + preview.data.updated;
  const ready = current && missing.length === 0;
  return (
    <div className={styles.steps}>
      <Panel className={styles.panel}>
        <div>
          <h2>Match the columns</h2>
          <p className={styles.lead}>
            Columns with known names are matched already. Below each choice is the value in the first line.
          </p>
        </div>
        <ColumnFields
          file={file}
          mapping={plan.mapping}
          onChange={(mapping) => {
            change({ mapping });
          }}
        />
      </Panel>
      <Panel className={styles.duplicates}>
        <ChoiceField
          name="duplicates"
          label="Clients you already have"
          hint="A line matches a client if the email is the same."
          options={DUPLICATES}
          value={plan.duplicates}
          error={undefined}
          onValue={(value) => {
            const chosen = DUPLICATES.find((option) => option.value === value);
            if (chosen !== undefined) change({ duplicates: chosen.value });
          }}
        />
      </Panel>
      <PreviewPanel preview={preview} missing={missing} current={ready} />
      {run.error !== null && (
        <Callout tone="danger" announced title="The import did not start">
          <p>{userMessage(run.error, 'Something went wrong on our side.')}</p>
          <p>No client was changed, and what you chose is kept. Try again below.</p>
        </Callout>
      )}
      <div className={styles.bar}>
        <p>
          {ready && coming === 0 && 'No line of this file would be imported.'}
          {ready && coming > 0 && preview.data !== undefined && (
            <>
              {counted(preview.data.added, 'new client')}, {formatCount(preview.data.updated)} updated,{' '}
              {formatCount(preview.data.skipped)} skipped
            </>
          )}
        </p>
        <Button
          variant="primary"
          busy={run.isPending}
          disabled={!ready || coming === 0}
          onClick={() => {
            run.mutate(plan);
          }}
        >
          {ready && coming > 0 ? `Import ${counted(coming, 'client')}` : 'Import clients'}
        </Button>
      </div>
    </div>
  );
}
