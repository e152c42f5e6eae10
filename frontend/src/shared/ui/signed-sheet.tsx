// Drawing: a proposal with its price line, a signature, and the flag next to it.
import styles from './signed-sheet.module.css';

export function SignedSheet() {
  return (
    <svg className={styles.sheet} viewBox="0 0 440 340" role="presentation" aria-hidden>
      <g transform="rotate(-3 200 170)">
        <rect
          x="34"
          y="14"
          width="320"
          height="312"
          rx="6"
          className={styles.back}
          transform="rotate(4 200 170)"
        />
        <rect x="34" y="14" width="320" height="312" rx="6" className={styles.page} />
        <g className={styles.lines}>
          <path d="M66 60h150" strokeWidth="12" />
          <path d="M66 92h236M66 110h220M66 128h176" />
          <path d="M66 168h256M66 192h256M66 216h256" className={styles.rule} />
          <path d="M66 180h96M66 204h70" />
          <path d="M286 180h36M294 204h28" />
        </g>
        <path d="M66 290h180" className={styles.rule} />
        <path
          d="M74 284c10-26 22-40 28-34 7 8-20 36-8 36 10 0 14-24 22-24 7 0-4 22 4 22 8 0 10-16 18-16 7 0 0 14 8 14 10 0 14-22 22-22 6 0-2 20 8 20 12 0 16-10 34-14"
          className={styles.signature}
        />
        <path d="M262 268h118l18 18-18 18H262z" className={styles.flag} />
        <text x="282" y="291" className={styles.words}>
          Sign here
        </text>
      </g>
    </svg>
  );
}
