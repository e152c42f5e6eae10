// The mail as the client will see it, roughly: in the colour of the proposal, with the words as they are being typed.
import type { CSSProperties } from 'react';
import type { Proposal } from '@/api/gen/model';
import { readHex } from '@/shared/design/palette';
import styles from './mail-preview.module.css';

interface Props {
  proposal: Pick<Proposal, 'title' | 'design' | 'designCss'>;
  company: string;
  to: string;
  subject: string;
  message: string;
}

export function MailPreview({ proposal, company, to, subject, message }: Props) {
  const color = brandColor(proposal);
  return (
    <figure className={styles.preview}>
      <figcaption className={styles.caption}>What arrives</figcaption>
      <div className={styles.mail} style={{ '--brand': color, '--on-brand': inkOn(color) } as CSSProperties}>
        <p className={styles.head}>
          <span>
            From <strong>{company}</strong>
          </span>
          <span>To {to === '' ? '…' : to}</span>
        </p>
        <p className={styles.subject}>
          {subject.trim() === '' ? `${proposal.title}, from ${company}` : subject}
        </p>
        <div className={styles.letter}>
          <strong className={styles.brand}>{company}</strong>
          {message.trim() !== '' && <p className={styles.words}>{message.trim()}</p>}
          <span className={styles.button}>Open the proposal</span>
        </div>
      </div>
    </figure>
  );
}

/** The first colour of the proposal's design, its own or the workspace's. */
function brandColor({ design, designCss }: Props['proposal']): string {
  const inUse = /--doc-primary:\s*(#[0-9a-f]{3,6})/i.exec(designCss)?.[1];
  return readHex(design?.primaryColor ?? inUse ?? '') ?? '#0f5b48';
}

/** Black or white, whichever can be read on the colour better (relative luminance, WCAG 2.2). */
function inkOn(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
