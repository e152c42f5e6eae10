// The public page for verifying a signed document. The file stays on the user's machine: nothing is
// uploaded, and the page needs no server once it is open.
import { FileCheck2, FileWarning, FileX2, Upload } from 'lucide-react';
import { useId, useRef, useState, type DragEvent } from 'react';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { Button } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { Spinner } from '@/shared/ui/spinner';
import type { Report } from './parts';
import { readFile } from './read-file';
import { ReportFacts } from './report-facts';
import styles from './verify-page.module.css';

interface Checked {
  name: string;
  report: Report;
}

export function VerifyPage() {
  const [checked, setChecked] = useState<Checked>();
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hintId = useId();

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
        <div aria-live="polite">
          {busy && <Spinner />}
          {checked !== undefined && <Result {...checked} />}
        </div>
        <section className={styles.how}>
          <h2>What is checked</h2>
          <ul>
            <li>Every byte of the PDF against the seal that it carries.</li>
            <li>
              The proposal, its prices, its terms and the signature against the hashes that were signed.
            </li>
            <li>The trail of events, link by link, from the first to the sealing.</li>
          </ul>
          <p>
            A person who changes a file can also make a new seal for it. So compare the revision’s hash with
            the one in the mail that you received on the day of the signature: that one cannot be changed. The
            same check, with the arithmetic of the prices, runs without a browser:{' '}
            <code>proffer verify FILE</code>.
          </p>
        </section>
      </main>
    </div>
  );
}

function Result({ name, report: { findings, facts } }: Checked) {
  if (facts === undefined) {
    return (
      <section className={styles.result} data-tone="danger">
        <FileX2 aria-hidden size={36} strokeWidth={1.5} />
        <div>
          <h2>This file cannot be checked</h2>
          <p className={styles.name}>{name}</p>
          <Findings findings={findings} />
        </div>
      </section>
    );
  }
  const intact = findings.length === 0;
  return (
    <section className={styles.result} data-tone={intact ? 'success' : 'danger'}>
      {intact ? (
        <FileCheck2 aria-hidden size={36} strokeWidth={1.5} />
      ) : (
        <FileWarning aria-hidden size={36} strokeWidth={1.5} />
      )}
      <div>
        <h2>{intact ? 'Nothing in this document was changed' : 'This document was changed'}</h2>
        <p className={styles.name}>{name}</p>
        <Findings findings={findings} />
        {!intact && <p>Its content is shown below. Do not rely on it.</p>}
        <ReportFacts facts={facts} />
      </div>
    </section>
  );
}

function Findings({ findings }: { findings: Report['findings'] }) {
  if (findings.length === 0) return null;
  return (
    <ul className={styles.findings}>
      {findings.map(({ part, message }) => (
        <li key={`${part} ${message}`}>{message}</li>
      ))}
    </ul>
  );
}
