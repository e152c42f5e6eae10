// Step 3, recap: needs, solution and price hints are extracted from a recap, pasted or added as files.
import { FilePlus, Sparkles } from 'lucide-react';
import { useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useExtractFromRecap, type extractFromRecap } from '@/api/gen/assistant/assistant';
import { userMessage } from '@/api/problem';
import { ChoiceField, TextArea } from '@/shared/forms/fields';
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
  /** The speaker who is the user; empty if none of them is, absent if that was not asked. */
  ourSpeaker: string | undefined;
  onSpeaker: (name: string | undefined) => void;
  onBack: () => void;
  onExtracted: (extraction: Extraction) => void;
  onManual: () => void;
}

const NONE = '\n';
const FAILED = 'Failed to extract details. Please try manual entry.';

export function RecapStep(props: Props) {
  const { headingRef, field, recapFiles, ourSpeaker, onSpeaker, onBack, onExtracted, onManual } = props;
  const extract = useExtractFromRecap();
  /** The extraction of this recap, until it is known which speaker is the user. */
  const [asking, setAsking] = useState<{ recap: string; extraction: Extraction }>();
  const asked = asking?.recap === field.value ? asking.extraction : undefined;
  const length = field.value.trim().length;
  const ready = recapIsLongEnough(field.value);
  const over = useFileDrop((files) => {
    if (!extract.isPending) void recapFiles.add(files);
  });

  const problem = extract.isError ? userMessage(extract.error, FAILED) : extract.data?.notice?.message;

  const start = async (speaker: string | undefined) => {
    if (!ready) return;
    try {
      const named = speaker === '' ? undefined : speaker;
      const extraction = await extract.mutateAsync({
        data: { meetingRecap: field.value, ourSpeaker: named },
      });
      const { speakers, notice } = extraction;
      if (notice) return;
      const known = named === undefined ? speaker !== undefined : speakers.includes(named);
      if (speakers.length > 1 && !known) {
        onSpeaker(undefined);
        setAsking({ recap: field.value, extraction });
      } else done(extraction);
    } catch (error) {
      toastFailure(error, { title: 'Error', description: FAILED });
    }
  };
  const done = (extraction: Extraction) => {
    setAsking(undefined);
    showToast({ title: 'Success', description: 'Extracted proposal details from your meeting recap!' });
    onExtracted(extraction);
  };
  const busy = extract.isPending;

  return (
    <StepFrame
      headingRef={headingRef}
      title="Paste Meeting Recap"
      lead="The more it says about goals, work and prices, the better the draft."
      onBack={onBack}
      next={
        asked !== undefined && !busy ? (
          <Button
            variant="primary"
            disabled={ourSpeaker === undefined}
            onClick={() => {
              if (ourSpeaker === '') done(asked);
              else void start(ourSpeaker);
            }}
          >
            Continue
          </Button>
        ) : (
          <Button
            variant="primary"
            icon={<Sparkles size={18} aria-hidden />}
            disabled={!ready || recapFiles.busy}
            busy={busy}
            onClick={() => void start(ourSpeaker)}
          >
            {busy ? 'Extracting…' : 'Extract Details'}
          </Button>
        )
      }
    >
      <div className={fileStyles.step}>
        <AddFiles disabled={busy} onAdd={(files) => void recapFiles.add(files)} />
        <RecapFileList recapFiles={recapFiles} length={field.value.length} />
        <div className={fileStyles.drop}>
          <TextArea
            {...field}
            label="Meeting recap"
            rows={12}
            readOnly={busy}
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
      {asked === undefined && ourSpeaker !== undefined && (
        <p className={styles.known}>
          {ourSpeaker === '' ? (
            'None of the speakers is you.'
          ) : (
            <span>
              You are <strong>{ourSpeaker}</strong> in this recap.
            </span>
          )}
          <Button
            size="sm"
            variant="ghost"
            aria-label="Change who you are in this recap"
            onClick={() => {
              onSpeaker(undefined);
            }}
          >
            Change
          </Button>
        </p>
      )}
      {asked !== undefined && (
        <SpeakerQuestion speakers={asked.speakers} value={ourSpeaker} onValue={onSpeaker} />
      )}
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

interface SpeakerProps {
  speakers: readonly string[];
  value: string | undefined;
  onValue: (name: string) => void;
}

/** Asks which speaker of a transcript is the user: only what our side names is a price of ours. */
function SpeakerQuestion({ speakers, value, onValue }: SpeakerProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={box} tabIndex={-1} className={styles.speakers}>
      <ChoiceField
        name="ourSpeaker"
        label="Which of these is you?"
        hint="Only amounts that your side names are read as your prices."
        error={undefined}
        // An option needs a value that no name can have.
        value={value === '' ? NONE : (value ?? '')}
        onValue={(name) => {
          onValue(name === NONE ? '' : name);
        }}
        options={[
          ...speakers.map((name) => ({ value: name, label: name })),
          { value: NONE, label: 'None of these' },
        ]}
      />
    </div>
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
