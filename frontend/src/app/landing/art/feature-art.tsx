// Drawings of the six features, in the style of the four steps.
import styles from './art.module.css';

/** Marked words of a note, sorted into sections. */
const recap = (
  <>
    <rect
      x="34"
      y="26"
      width="132"
      height="170"
      rx="5"
      className={styles.sheet}
      transform="rotate(-3 100 110)"
    />
    <path d="M52 58h50M76 84h62M52 110h36" className={styles.marker} />
    <path d="M52 58h92M52 84h86M52 110h96M52 136h60" className={styles.line} />
    <path d="M158 58c24 0 24-8 46-8M158 86c24 0 24 6 46 6M158 112c24 0 24 22 46 22" className={styles.flow} />
    <rect x="208" y="32" width="118" height="34" rx="5" className={styles.sheet} />
    <rect x="208" y="75" width="118" height="34" rx="5" className={styles.sheet} />
    <rect x="208" y="118" width="118" height="34" rx="5" className={styles.sheet} />
    <text x="222" y="53.5" className={styles.words}>
      Needs
    </text>
    <text x="222" y="96.5" className={styles.words}>
      Solution
    </text>
    <text x="222" y="139.5" className={styles.words}>
      Prices
    </text>
    <path d="M284 49h26M290 92h20M276 135h34" className={styles.line} />
  </>
);

/** A proposed block of the document, to be kept or refused. */
const draft = (
  <>
    <rect
      x="96"
      y="22"
      width="168"
      height="176"
      rx="5"
      className={styles.back}
      transform="rotate(3 180 110)"
    />
    <rect x="96" y="22" width="168" height="176" rx="5" className={styles.sheet} />
    <path d="M116 48h84" className={styles.strong} />
    <path d="M116 66h128M116 150h128M116 168h90" className={styles.line} />
    <rect x="80" y="82" width="200" height="50" rx="5" className={styles.sheet} />
    <rect x="80" y="82" width="200" height="50" rx="5" className={styles.outline} />
    <path d="M98 100h146M98 115h92" className={styles.pineLine} />
    <circle cx="258" cy="134" r="14" className={styles.pine} />
    <path d="m252 134 4.5 4.5 8-9" className={styles.onPine} />
    <circle cx="292" cy="134" r="14" className={styles.sheet} />
    <path d="m287 129 10 10M297 129l-10 10" className={styles.arrow} />
  </>
);

/** Text of a website, filled into the fields of a form. */
const website = (
  <>
    <rect x="30" y="30" width="146" height="120" rx="6" className={styles.sheet} />
    <path d="M30 54h146" className={styles.rule} />
    <circle cx="42" cy="42" r="3.5" className={styles.clay} />
    <path d="M58 42h84" className={styles.line} />
    <rect x="44" y="68" width="34" height="34" rx="4" className={styles.plum} />
    <path d="M92 75h66M92 93h44M44 118h114M44 134h76" className={styles.line} />
    <path d="M188 90h28M208 82l9 8-9 8" className={styles.flow} />
    <rect x="228" y="40" width="104" height="28" rx="5" className={styles.sheet} />
    <rect x="228" y="76" width="104" height="28" rx="5" className={styles.sheet} />
    <rect x="228" y="112" width="104" height="28" rx="5" className={styles.sheet} />
    <path d="M242 54h58M242 90h72M242 126h38" className={styles.pineLine} />
  </>
);

/** An address, and its page in the sender's colors. */
const link = (
  <>
    <rect x="86" y="66" width="188" height="130" rx="6" className={styles.sheet} />
    <path d="M86 72a6 6 0 0 1 6-6h176a6 6 0 0 1 6 6v8H86z" className={styles.clay} />
    <path d="M106 104h96" className={styles.strong} />
    <path d="M106 124h148M106 142h148M106 160h104" className={styles.line} />
    <rect x="56" y="26" width="248" height="32" rx="16" className={styles.sheet} />
    <text x="76" y="46.5" className={styles.words}>
      /shared/new-catalogue
    </text>
    <circle cx="284" cy="42" r="8" className={styles.pine} />
    <path d="m280.5 42 2.5 2.5 4.5-5" className={styles.onPine} strokeWidth="2" />
  </>
);

/** The signature line, with the flag at its end. */
const signature = (
  <>
    <rect
      x="46"
      y="-20"
      width="252"
      height="166"
      rx="6"
      className={styles.back}
      transform="rotate(2.5 172 63)"
    />
    <rect x="46" y="-20" width="252" height="166" rx="6" className={styles.sheet} />
    <path d="M68 26h150M68 44h196" className={styles.line} />
    <path d="M68 112h160" className={styles.edge} />
    <path
      d="M78 106c9-28 22-46 28-42 7 8-20 42-8 42 10 0 14-26 22-26 7 0-4 24 4 24 8 0 10-18 18-18 7 0 0 16 8 16 10 0 14-24 22-24 6 0-2 22 8 22 12 0 16-12 40-16"
      className={styles.signature}
    />
    <path d="M330 92h-86l-15 19 15 19h86z" className={styles.flag} />
    <text x="254" y="115.5" className={styles.words}>
      Sign here
    </text>
  </>
);

const bars = [
  { x: 70, sent: 32, won: 10 },
  { x: 110, sent: 26, won: 14 },
  { x: 150, sent: 48, won: 20 },
  { x: 190, sent: 42, won: 26 },
  { x: 230, sent: 62, won: 34 },
  { x: 270, sent: 74, won: 48 },
];

/** Months as bars: sent proposals, and the won share. */
const analytics = (
  <>
    <rect x="40" y="28" width="280" height="130" rx="6" className={styles.sheet} />
    <path d="M62 136h236" className={styles.edge} />
    {bars.map(({ x, sent, won }) => (
      <g key={x}>
        <rect x={x} y={136 - sent} width="24" height={sent} className={styles.pale} />
        <rect x={x} y={136 - won} width="24" height={won} className={styles.pine} />
      </g>
    ))}
    <path d="M82 92 122 98 162 76 202 82 242 62 282 48" className={styles.signature} />
    <circle cx="282" cy="48" r="7" className={styles.flag} />
  </>
);

const drawings = { recap, draft, website, link, signature, analytics };

export type FeatureDrawing = keyof typeof drawings;

export function FeatureArt({ drawing }: { drawing: FeatureDrawing }) {
  return (
    <svg viewBox="0 0 360 180" className={styles.panel} aria-hidden>
      {drawings[drawing]}
    </svg>
  );
}
