// Above a client's message: the section that it is about, if any.
import type { ChatMessage, Proposal } from '@/api/gen/model';
import { documentSections } from '@/shared/document/sections';
import { SectionLink } from './section-link';
import styles from './section-link.module.css';

interface Props {
  message: ChatMessage;
  proposal: Pick<Proposal, 'htmlContent'>;
  onShow?: (() => void) | undefined;
}

export function AboutSection({ message, proposal, onShow }: Props) {
  const blockId = blockOf(message);
  if (blockId === undefined) return null;
  const name = documentSections(proposal.htmlContent).find(({ id }) => id === blockId)?.title;
  return (
    <p className={styles.about}>
      About <SectionLink blockId={blockId} name={name} onShow={onShow} />
    </p>
  );
}

const blockOf = (message: ChatMessage): string | undefined =>
  'blockId' in message && typeof message.blockId === 'string' ? message.blockId : undefined;
