// Drawing: the sheet after each of the four steps, with the new parts marked.
import styles from './art.module.css';

export function StageSheet({ stage }: { stage: number }) {
  return (
    <svg viewBox="0 0 240 250" className={styles.stage} aria-hidden>
      <rect
        x="18"
        y="10"
        width="196"
        height="230"
        rx="5"
        className={styles.back}
        transform="rotate(3 116 125)"
      />
      <rect x="18" y="10" width="196" height="230" rx="5" className={styles.sheet} />
      <path
        d="M34 82h160M34 98h136M34 114h150M34 149h74M160 149h36M34 167h56M168 167h28"
        className={styles.ghost}
      />
      <path d="M34 222h120" className={styles.rule} />
      <circle cx="49" cy="42" r="15" className={stage === 1 ? styles.flag : styles.pale} />
      <path d="M43 35v14M43 42h12M55 35v14" className={styles.initial} />
      <path d="M74 37h92" className={styles.strong} />
      <path d="M74 50h58" className={styles.line} />
      {stage >= 2 && <Notes fresh={stage === 2} />}
      {stage >= 3 && <Prices fresh={stage === 3} />}
      {stage >= 4 && <Signed />}
    </svg>
  );
}

function Notes({ fresh }: { fresh: boolean }) {
  return (
    <>
      {fresh && <path d="M34 82h84M62 98h70M34 114h46" className={styles.marker} />}
      <path d="M34 82h160M34 98h136M34 114h150" className={styles.line} />
    </>
  );
}

function Prices({ fresh }: { fresh: boolean }) {
  return (
    <>
      <path d="M34 134h164" className={styles.edge} />
      {fresh && <path d="M158 149h38M166 167h30" className={styles.marker} />}
      <path d="M34 149h74M34 167h56" className={styles.line} />
      <path d="M160 149h36M168 167h28" className={styles.strong} />
      <path d="M34 181h164" className={styles.rule} />
    </>
  );
}

function Signed() {
  return (
    <>
      <path d="M34 222h120" className={styles.edge} />
      <path
        d="M40 216c7-20 16-32 20-28 5 6-14 28-6 28 7 0 10-18 16-18 5 0-3 17 3 17 6 0 8-13 14-13 5 0 0 11 6 11 7 0 10-17 16-17 5 0-2 15 6 15 9 0 12-8 26-11"
        className={styles.signature}
      />
      <path d="M234 205h-52l-11 13 11 13h52z" className={styles.flag} />
      <path d="m193 218 6 6 12-12" className={styles.tick} />
    </>
  );
}
