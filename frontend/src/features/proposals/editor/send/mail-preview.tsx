// An approximate preview of the mail: in the colour of the proposal, with the text as it is typed.
import type { CSSProperties } from 'react';
import type { Proposal } from '@/api/gen/model';
import { readHex } from '@/shared/design/palette';
import { formatDateTime } from '@/shared/lib/format';
import { clientName } from '../../client-name';
import styles from './mail-preview.module.css';
import { endOfDay, type SendValues } from './send-values';

interface Props {
  proposal: Pick<Proposal, 'title' | 'client' | 'design' | 'designCss'>;
  company: string;
  values: SendValues;
}

export function MailPreview({ proposal, company, values }: Props) {
  const { recipientEmail: to, subject } = values;
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
          <strong className={styles.title}>{proposal.title}</strong>
          <p className={styles.words}>{words(proposal, company, values)}</p>
          <span className={styles.button}>Read the proposal</span>
        </div>
      </div>
    </figure>
  );
}

/** The text of the mail: the typed text, otherwise the default; and the fixed ending. */
function words(
  { client }: Props['proposal'],
  company: string,
  { recipientName, message, validUntil }: SendValues,
): string {
  const name = recipientName.trim();
  const own = [
    name === '' ? 'Hello,' : `Hello ${name},`,
    `${company} has prepared a proposal for ${clientName(client)}. It is all on one page: what is planned, what it costs, and how to answer.`,
  ];
  const end = endOfDay(validUntil);
  return [
    ...(message.trim() === '' ? own : [message.trim()]),
    ...(end === undefined ? [] : [`You can accept it until ${formatDateTime(end)}.`]),
    'Questions? Just reply to this mail.',
  ].join('\n\n');
}

/** The first colour of the proposal's design, its own or the workspace's. */
function brandColor({ design, designCss }: Props['proposal']): string {
  const inUse = /--doc-primary:\s*(#[0-9a-f]{3,6})/i.exec(designCss)?.[1];
  return readHex(design?.primaryColor ?? inUse ?? '') ?? '#0f5b48';
}

/** Black or white, depending on the contrast with the colour (relative luminance, WCAG 2.2). */
function inkOn(hex: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}
