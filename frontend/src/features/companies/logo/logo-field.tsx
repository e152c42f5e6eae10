// The company's logo: choosing, dropping, uploading, showing, changing. The old one stays until a
// new one is accepted.
import { ImageUp } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type DragEvent } from 'react';
import { isProblem, isSignedOut } from '@/api/problem';
import { formatBytes } from '@/shared/lib/format-bytes';
import { Button } from '@/shared/ui/button';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './logo-field.module.css';
import { logoError, type LogoRules } from './logo-rules';
import { useLogoUpload } from './use-logo-upload';

interface Props {
  rules: LogoRules;
  /** The logo's address; empty if there is none. */
  logoUrl: string;
  /** The form's error about it. */
  problem?: string | undefined;
  readOnly?: boolean;
  /** It is being removed. */
  removing?: boolean;
  onUploaded: (objectPath: string) => void;
  onRemove: () => void;
}

export function LogoField({
  rules,
  logoUrl,
  problem,
  readOnly = false,
  removing = false,
  onUploaded,
  onRemove,
}: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [changing, setChanging] = useState(false);
  const [error, setError] = useState<string>();
  const [said, setSaid] = useState('');
  const { sending, send, cancel } = useLogoUpload();
  const view = sending !== null ? 'sending' : logoUrl !== '' && !changing ? 'shown' : 'upload';

  // The pressed button is unmounted; the focus moves to its replacement.
  const lastView = useRef(view);
  useLayoutEffect(() => {
    if (lastView.current === view) return;
    lastView.current = view;
    if (document.activeElement === document.body) box.current?.querySelector('button')?.focus();
  }, [view]);

  const take = async (files: readonly File[]) => {
    if (sending !== null) return;
    const wrong = logoError(files, rules);
    setError(wrong);
    setSaid('');
    const [file] = files;
    if (wrong !== undefined || file === undefined) return;
    try {
      const objectPath = await send(file);
      if (objectPath === undefined) return;
      setChanging(false);
      setSaid('Your logo has been uploaded.');
      onUploaded(objectPath);
    } catch (failure) {
      if (isSignedOut(failure)) return;
      setError(reasonOf(failure));
      toastFailure(failure, rules.failed);
    }
  };

  return (
    <div ref={box} role="group" aria-label="Logo" className={styles.field}>
      <p className={styles.label} aria-hidden>
        Logo
      </p>
      {view === 'shown' && (
        <div className={styles.shown}>
          <img src={logoUrl} alt="Your logo" className={styles.picture} />
          {!readOnly && (
            <div className={styles.buttons}>
              <Button
                size="sm"
                onClick={() => {
                  setChanging(true);
                  setSaid('');
                }}
              >
                Change Logo
              </Button>
              <Button
                size="sm"
                variant="ghost"
                busy={removing}
                onClick={() => {
                  setError(undefined);
                  setSaid('');
                  onRemove();
                }}
              >
                Remove
              </Button>
            </div>
          )}
        </div>
      )}
      {view === 'sending' && sending !== null && (
        <Sending name={sending.file.name} size={sending.file.size} share={sending.share} onCancel={cancel} />
      )}
      {view === 'upload' && readOnly && <p className={styles.hint}>There is no logo yet.</p>}
      {view === 'upload' && !readOnly && (
        <DropZone
          rules={rules}
          onFiles={(files) => void take(files)}
          onKeep={
            changing && logoUrl !== ''
              ? () => {
                  setChanging(false);
                  setError(undefined);
                }
              : undefined
          }
        />
      )}
      {(error ?? problem) !== undefined && (
        <p role="alert" className={styles.error}>
          {error ?? problem}
        </p>
      )}
      <p role="status" className="visually-hidden">
        {sending === null ? said : 'Uploading your logo…'}
      </p>
    </div>
  );
}

/**
 * The server's message about this file, which is more specific than the general one; a storage only
 * has codes.
 */
function reasonOf(failure: unknown): string | undefined {
  if (!isProblem(failure) || failure.status < 400 || failure.status >= 500) return undefined;
  return failure.code.startsWith('http_') ? undefined : failure.userMessage;
}

interface DropZoneProps {
  rules: LogoRules;
  onFiles: (files: readonly File[]) => void;
  /** Absent: there is no previous logo to keep. */
  onKeep: (() => void) | undefined;
}

function DropZone({ rules, onFiles, onKeep }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    <div
      className={styles.zone}
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={onDrop}
    >
      <ImageUp aria-hidden size={28} strokeWidth={1.6} className={styles.icon} />
      <div className={styles.words}>
        <p>Drop your logo here, or choose a file.</p>
        <p className={styles.hint}>{rules.hint}</p>
      </div>
      <input
        ref={input}
        type="file"
        accept={rules.accept.join(',')}
        aria-label="Logo file"
        hidden
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Choosing the same file again must trigger a change event.
          event.target.value = '';
          if (files.length > 0) onFiles(files);
        }}
      />
      <div className={styles.buttons}>
        <Button size="sm" onClick={() => input.current?.click()}>
          Choose a File
        </Button>
        {onKeep !== undefined && (
          <Button size="sm" variant="ghost" onClick={onKeep}>
            Keep Current Logo
          </Button>
        )}
      </div>
    </div>
  );
}

interface SendingProps {
  name: string;
  size: number;
  share: number;
  onCancel: () => void;
}

function Sending({ name, size, share, onCancel }: SendingProps) {
  const percent = Math.round(share * 100);
  return (
    <div className={styles.sending}>
      <div className={styles.words}>
        <p className={styles.name}>{name}</p>
        <p className={styles.hint}>
          {share === 1 ? 'Checking the picture…' : `${String(percent)}% of ${formatBytes(size)}`}
        </p>
        <progress aria-label="Logo upload" max={100} value={percent} />
      </div>
      {share < 1 && (
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </div>
  );
}
