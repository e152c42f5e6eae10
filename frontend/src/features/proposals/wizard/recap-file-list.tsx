// The files that were added to a recap, with what became of each.
import { CircleAlert, CircleCheck, X } from 'lucide-react';
import { copyText } from '@/shared/lib/copy-text';
import { Button, IconButton } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import { showToast } from '@/shared/ui/toast/toast-store';
import { RECAP_MAX, words, wordsIn, type ChosenFile, type Progress } from './recap-files';
import type { RecapFiles } from './use-recap-files';
import styles from './recap-files.module.css';

interface Props {
  recapFiles: RecapFiles;
  /** The length of the recap, in characters. */
  length: number;
}

export function RecapFileList({ recapFiles, length }: Props) {
  const { files } = recapFiles;
  return (
    <>
      {files.length > 0 && (
        <ul className={styles.list} aria-label="Added files">
          {files.map((chosen) => (
            <li key={chosen.id} className={styles.file} data-state={toneOf(chosen.progress)}>
              <FileState progress={chosen.progress} />
              <div className={styles.told}>
                {/* A refusal names the file itself. */}
                {chosen.progress.state !== 'refused' && <strong>{chosen.file.name}</strong>}
                <p>{told(chosen.progress)}</p>
                <FileActions chosen={chosen} recapFiles={recapFiles} hasRoom={length < RECAP_MAX * 0.99} />
              </div>
              {chosen.progress.state !== 'reading' && (
                <IconButton
                  label={`Remove ${chosen.file.name} from the list`}
                  className={styles.remove}
                  onClick={() => {
                    recapFiles.dismiss(chosen);
                  }}
                >
                  <X aria-hidden size={18} />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {/* Only what has changed is announced. */}
      <div role="status" aria-atomic={false} className="visually-hidden">
        {files.map(({ id, file, progress }) => (
          <p key={id}>{`${file.name}: ${outcome(progress)}`}</p>
        ))}
      </div>
    </>
  );
}

const toneOf = (progress: Progress): string => {
  if (progress.state === 'added') return progress.rest === '' ? 'added' : 'partly';
  return progress.state;
};

function FileState({ progress }: { progress: Progress }) {
  if (progress.state === 'reading') return <Spinner size="sm" decorative />;
  const Icon = toneOf(progress) === 'added' ? CircleCheck : CircleAlert;
  return <Icon aria-hidden size={20} />;
}

/** What became of a file, in words. */
function told(progress: Progress): string {
  switch (progress.state) {
    case 'reading':
      return progress.share < 1 ? `Uploading, ${String(Math.floor(progress.share * 100))} %` : 'Reading…';
    case 'refused':
    case 'failed':
      return progress.why;
    case 'added': {
      const rest = wordsIn(progress.rest);
      const done = progress.words - rest;
      const some = `Added ${rest === 0 ? words(done) : `${done.toLocaleString('en-US')} of ${words(progress.words)}`}`;
      const what = [done === 0 ? 'Nothing was added' : some, progress.spoken].filter(Boolean).join(' · ');
      return rest === 0
        ? `${what}.`
        : `${what}. ${words(rest)} did not fit: a recap has at most ${RECAP_MAX.toLocaleString('en-US')} characters. Shorten it, then add the rest.`;
    }
  }
}

/** The same for a screen reader; the progress of an upload is not announced. */
const outcome = (progress: Progress): string =>
  progress.state === 'reading' ? 'is being read.' : told(progress);

interface ActionsProps {
  chosen: ChosenFile;
  recapFiles: RecapFiles;
  /** The recap has room for more. */
  hasRoom: boolean;
}

function FileActions({ chosen, recapFiles, hasRoom }: ActionsProps) {
  const { file, progress } = chosen;
  if (progress.state === 'failed')
    return (
      <div className={styles.actions}>
        <Button
          size="sm"
          aria-label={`Try again: ${file.name}`}
          onClick={() => void recapFiles.retry(chosen)}
        >
          Try again
        </Button>
      </div>
    );
  if (progress.state !== 'added' || progress.rest === '') return null;
  const copyRest = async () => {
    const copied = await copyText(progress.rest);
    showToast(
      copied
        ? { title: 'The rest of the text was copied' }
        : { title: 'The browser did not allow copying', variant: 'destructive' },
    );
  };
  return (
    <div className={styles.actions}>
      <Button
        size="sm"
        aria-label={`Add the rest of ${file.name}`}
        disabled={!hasRoom}
        onClick={() => {
          recapFiles.addRest(chosen);
        }}
      >
        Add the Rest
      </Button>
      <Button size="sm" aria-label={`Copy the rest of ${file.name}`} onClick={() => void copyRest()}>
        Copy the Rest
      </Button>
    </div>
  );
}
