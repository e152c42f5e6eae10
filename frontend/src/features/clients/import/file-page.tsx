// The first step: a file of clients is chosen or dropped, and uploaded.
import { useQueryClient } from '@tanstack/react-query';
import { FileDown, FileSpreadsheet } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { useNavigate } from 'react-router';
import { getGetClientImportQueryKey } from '@/api/gen/clients/clients';
import { isProblem, userMessage } from '@/api/problem';
import { formatBytes } from '@/shared/lib/format-bytes';
import { paths } from '@/shared/paths';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Panel } from '@/shared/ui/panel';
import styles from './file-page.module.css';
import { fileFault, saveExample } from './file-rules';
import { ImportFrame } from './import-frame';
import { useImportFile } from './use-import-file';

export function FilePage() {
  return (
    <ImportFrame narrow lead="Import clients from a CSV file.">
      <FileStep />
    </ImportFrame>
  );
}

function FileStep() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const { bring, file, share, busy, error, cancel } = useImportFile((started) => {
    queryClient.setQueryData(getGetClientImportQueryKey(started.id), started);
    void navigate(paths.clientImport(started.id));
  });
  const [refused, setRefused] = useState<{ name: string; fault: string }>();
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();

  const choose = (chosen: File | undefined) => {
    if (chosen === undefined || busy) return;
    const fault = fileFault(chosen);
    setRefused(fault === undefined ? undefined : { name: chosen.name, fault });
    if (fault === undefined) bring(chosen);
    else cancel();
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    choose(event.dataTransfer.files[0]);
  };

  return (
    <div className={styles.step}>
      {refused !== undefined && (
        <Callout tone="danger" announced title={`“${refused.name}” cannot be imported`}>
          <p>{refused.fault}</p>
        </Callout>
      )}
      {error !== null && file !== undefined && (
        <Failure
          name={file.name}
          error={error}
          onRetry={() => {
            bring(file);
          }}
        />
      )}
      <div
        className={styles.drop}
        data-over={(over && !busy) || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => {
          setOver(false);
        }}
        onDrop={drop}
      >
        <FileSpreadsheet aria-hidden size={36} strokeWidth={1.4} />
        {busy && file !== undefined ? (
          <Sending file={file} share={share} onCancel={cancel} />
        ) : (
          <>
            <Button
              variant="primary"
              aria-describedby={hintId}
              onClick={() => {
                input.current?.click();
              }}
            >
              {error === null ? 'Choose a CSV file' : 'Choose another file'}
            </Button>
            <p id={hintId}>or drop it here. Up to 10 MB and 50,000 lines.</p>
          </>
        )}
        <input
          ref={input}
          type="file"
          aria-label="File of clients"
          accept="text/csv,.csv"
          hidden
          onChange={({ target }) => {
            choose(target.files?.[0]);
            // Choosing the same file again must trigger a change event.
            target.value = '';
          }}
        />
      </div>
      <Needs />
    </div>
  );
}

function Failure({ name, error, onRetry }: { name: string; error: unknown; onRetry: () => void }) {
  // An invalid file stays invalid; an upload that has expired is repeated.
  const unreadable = isProblem(error) && error.status === 422 && error.code !== 'upload_not_found';
  return (
    <Callout
      tone="danger"
      announced
      title={`“${name}” was not imported`}
      actions={
        unreadable ? undefined : (
          <Button size="sm" onClick={onRetry}>
            Try again
          </Button>
        )
      }
    >
      <p>{userMessage(error, 'Something went wrong on our side.')}</p>
      <p>
        {unreadable
          ? 'No client was changed. Correct the file or choose another one.'
          : 'No client was changed. The file is still chosen.'}
      </p>
    </Callout>
  );
}

function Sending({ file, share, onCancel }: { file: File; share: number; onCancel: () => void }) {
  const arrived = share === 1;
  return (
    <div className={styles.sending}>
      <p className={styles.name}>{file.name}</p>
      <progress
        aria-label="Upload"
        // Without a value it is an indeterminate progress bar.
        {...(!arrived && { value: Math.round(share * 100), max: 100 })}
      />
      <p role="status" className="visually-hidden">
        {arrived ? 'Reading the file' : 'Uploading the file'}
      </p>
      <p aria-hidden>
        {arrived ? 'Reading the file…' : `${formatBytes(share * file.size)} of ${formatBytes(file.size)}`}
      </p>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

function Needs() {
  return (
    <Panel className={styles.needs}>
      <h2>What the file needs</h2>
      <ul>
        <li>The names of its columns in the first line, and one client on each line below.</li>
        <li>
          For each client a company name, a first and last name, and an email. Phone, address, website and
          description are welcome.
        </li>
        <li>Any order and any column names: you match the columns in the next step.</li>
      </ul>
      <p>
        You see a preview before anything changes. In a spreadsheet program, create the file with Save as or
        Export, then CSV.
      </p>
      <div>
        <Button size="sm" icon={<FileDown aria-hidden size={16} />} onClick={saveExample}>
          Download an example file
        </Button>
      </div>
    </Panel>
  );
}
