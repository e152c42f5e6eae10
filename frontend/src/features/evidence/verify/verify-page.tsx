// The public page for verifying a signed document. The file stays on the user's machine: nothing is
// uploaded, and the page needs no server once it is open.
import { Upload } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { Link } from 'react-router';
import { TextField } from '@/shared/forms/fields';
import { paths } from '@/shared/paths';
import { Button } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { Spinner } from '@/shared/ui/spinner';
import type { Report } from './parts';
import { readFile } from './read-file';
import { fingerprintOf } from './sealing-key';
import { usePublishedKeys } from './use-published-keys';
import { VerdictResult } from './verdict-result';
import styles from './verify-page.module.css';

interface Checked {
  name: string;
  report: Report;
}

export function VerifyPage() {
  const [checked, setChecked] = useState<Checked>();
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const [typed, setTyped] = useState('');
  const { fingerprints, isMissing } = usePublishedKeys();
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();
  const trusted = fingerprintOf(typed);
  const known = new Set(trusted === undefined ? fingerprints : [...fingerprints, trusted]);

  const check = async (file: File | undefined) => {
    if (file === undefined) return;
    setBusy(true);
    setChecked(undefined);
    const report = await readFile(file);
    setChecked({ name: file.name, report });
    setBusy(false);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void check(event.dataTransfer.files[0]);
  };

  return (
    <div className={styles.page}>
      <title>Check a signed document · Proffer</title>
      <header className={styles.header}>
        <Link to={paths.home} aria-label="Proffer, home" className={styles.home}>
          <Logo />
        </Link>
      </header>
      <main className={styles.main}>
        <h1>Check a signed document</h1>
        <p className={styles.lead}>
          Choose the signed PDF that you were given, or its <code>evidence.json</code>. It is checked here, in
          your browser. Nothing is uploaded.
        </p>
        <div
          className={styles.drop}
          data-over={over || undefined}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => {
            setOver(false);
          }}
          onDrop={drop}
        >
          <Upload aria-hidden size={32} strokeWidth={1.5} />
          <Button
            variant="primary"
            aria-describedby={hintId}
            onClick={() => {
              input.current?.click();
            }}
          >
            Choose a file
          </Button>
          <p id={hintId}>or drop it here: a PDF or JSON file of up to 20 MB</p>
          <input
            ref={input}
            type="file"
            aria-label="Signed document"
            accept="application/pdf,application/json,.pdf,.json"
            hidden
            onChange={({ target }) => {
              void check(target.files?.[0]);
              // Choosing the same file again must trigger a change event.
              target.value = '';
            }}
          />
        </div>
        <TextField
          name="fingerprint"
          label="Fingerprint of a key that you trust (optional)"
          hint={
            isMissing
              ? 'The keys of this site could not be loaded. Enter the fingerprint from the mail of the signature.'
              : 'The keys of this site are known. For a document of another site, enter the fingerprint from the mail of the signature.'
          }
          error={
            typed.trim() === '' || trusted !== undefined
              ? undefined
              : 'A fingerprint has 64 hexadecimal digits, with or without spaces or colons between them.'
          }
          value={typed}
          onValue={setTyped}
          spellCheck={false}
          autoComplete="off"
        />
        <div aria-live="polite">
          {busy && <Spinner />}
          {checked !== undefined && <VerdictResult {...checked} known={known} />}
        </div>
        <section className={styles.how}>
          <h2>What is checked</h2>
          <ul>
            <li>Every byte of the PDF against the seal and the signature that it carries.</li>
            <li>Whose key signed the PDF and the evidence in it.</li>
            <li>
              The proposal, its prices, its terms and the signature against the hashes that were signed.
            </li>
            <li>The trail of events, link by link, from the first to the sealing.</li>
            <li>
              Whether the daily roots in the file cover those events. Compare the SHA-256 of a root with one
              in a mail of that day or later, or with{' '}
              <a href="/.well-known/proffer-daily-roots.json">those published</a>.
            </li>
          </ul>
          <p>
            Anyone can make a file that is intact; only the site has its key. The fingerprint of that key and
            the hash of the revision are in the mail that you were sent on the day of the signature: nobody
            can change that any more. The same check, with the arithmetic of the prices, runs without a
            browser: <code>proffer verify --fingerprint KEY FILE</code>.
          </p>
        </section>
      </main>
    </div>
  );
}
