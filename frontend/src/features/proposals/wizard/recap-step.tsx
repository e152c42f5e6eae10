// Step 3, recap: needs, solution and price hints are extracted from a recap, pasted or added as files.
import { FilePlus, Sparkles } from 'lucide-react';
import { useId, useRef, type RefObject } from 'react';
import { useExtractFromRecap, type extractFromRecap } from '@/api/gen/assistant/assistant';
import { userMessage } from '@/api/problem';
import { TextArea } from '@/shared/forms/fields';
import type { FieldBinding } from '@/shared/forms/use-form';
import { Button } from '@/shared/ui/button';
import { StepFrame } from '@/shared/ui/step-frame';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { RecapFileList } from './recap-file-list';
import { ACCEPT, RECAP_MAX } from './recap-files';
import { RECAP_MIN, recapIsLongEnough } from './rules';
import { useFileDrop } from './use-file-drop';
import type { RecapFiles } from './use-recap-files';
import fileStyles from './recap-files.module.css';
import styles from './wizard.module.css';

/** The assistant's extraction from a recap. */
export type Extraction = Awaited<ReturnType<typeof extractFromRecap>>;

interface Props {
  headingRef: RefObject<HTMLHeadingElement | null>;
  field: FieldBinding;
  recapFiles: RecapFiles;
  onBack: () => void;
  onExtracted: (extraction: Extraction) => void;
  onManual: () => void;
}

const FAILED = 'Failed to extract details. Please try manual entry.';

export function RecapStep({ headingRef, field, recapFiles, onBack, onExtracted, onManual }: Props) {
  const extract = useExtractFromRecap();
  const length = field.value.trim().length;
  const ready = recapIsLongEnough(field.value);
  const over = useFileDrop((files) => {
    if (!extract.isPending) void recapFiles.add(files);
  });

  const problem = extract.isError ? userMessage(extract.error, FAILED) : extract.data?.notice?.message;

  const start = async () => {
    if (!ready) return;
    try {
      const extraction = await extract.mutateAsync({ data: { meetingRecap: field.value } });
      if (extraction.notice) return;
      showToast({ title: 'Success', description: 'Extracted proposal details from your meeting recap!' });
      onExtracted(extraction);
    } catch (error) {
      toastFailure(error, { title: 'Error', description: FAILED });
    }
  };

  return (
    <StepFrame
      headingRef={headingRef}
      title="Paste Meeting Recap"
      lead="The more it says about goals, work and prices, the better the draft."
      onBack={onBack}
      next={
        <Button
          variant="primary"
          icon={<Sparkles size={18} aria-hidden />}
          disabled={!ready || recapFiles.busy}
          busy={extract.isPending}
          onClick={() => void start()}
        >
          {extract.isPending ? 'Extracting…' : 'Extract Details'}
        </Button>
      }
    >
      <div className={fileStyles.step}>
        <AddFiles disabled={extract.isPending} onAdd={(files) => void recapFiles.add(files)} />
        <RecapFileList recapFiles={recapFiles} length={field.value.length} />
        <div className={fileStyles.drop}>
          <TextArea
            {...field}
            label="Meeting recap"
            rows={12}
            readOnly={extract.isPending}
            placeholder="Met with Dana from Harbor & Pine. Their site takes eleven seconds to show a price on a phone…"
            hint={
              ready
                ? `${length.toLocaleString('en-US')} ${length > RECAP_MAX * 0.9 ? `of ${RECAP_MAX.toLocaleString('en-US')} ` : ''}characters`
                : `Please enter more details about your meeting. ${String(length)} of ${String(RECAP_MIN)} characters.`
            }
          />
          {over && (
            <div className={fileStyles.over} aria-hidden>
              <FilePlus size={32} strokeWidth={1.5} />
              Drop the files to add their text
            </div>
          )}
        </div>
      </div>
      {problem !== undefined && (
        <div className={styles.failure} role="alert">
          <p>{problem} Your recap is kept.</p>
          <Button size="sm" onClick={onManual}>
            Enter Details Manually
          </Button>
        </div>
      )}
    </StepFrame>
  );
}

function AddFiles({ disabled, onAdd }: { disabled: boolean; onAdd: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  return (
    <div className={fileStyles.bar}>
      <Button
        size="sm"
        icon={<FilePlus size={18} aria-hidden />}
        disabled={disabled}
        aria-describedby={hintId}
        onClick={() => {
          input.current?.click();
        }}
      >
        Add files
      </Button>
      <p id={hintId}>or drop them here: notes, transcripts, Word documents, PDFs; up to 10 MB each.</p>
      <input
        ref={input}
        type="file"
        aria-label="Files for the recap"
        accept={ACCEPT}
        multiple
        hidden
        onChange={({ target }) => {
          onAdd([...(target.files ?? [])]);
          // Choosing the same file again must trigger a change event.
          target.value = '';
        }}
      />
    </div>
  );
}
