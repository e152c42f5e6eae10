// The client's messages from the shared page.
import { useListChatMessages } from '@/api/gen/assistant/assistant';
import type { Proposal } from '@/api/gen/model';
import { formatDateTime } from '@/shared/lib/format';
import { Avatar } from '@/shared/ui/avatar';
import { Panel } from '@/shared/ui/panel';
import { AboutSection } from '../about-section';
import styles from '../panels.module.css';

interface Props {
  proposal: Proposal;
  /** The document is about to be scrolled to: panels that cover it must close. */
  onShow: () => void;
}

export function FeedbackPanel({ proposal, onShow }: Props) {
  const { data } = useListChatMessages(proposal.id);
  // Only messages from the share link have a sender; the others belong to the team's own conversation.
  const messages = data?.filter(({ senderEmail }) => senderEmail !== undefined) ?? [];
  if (messages.length === 0) return null;

  return (
    <Panel className={`${styles.panel ?? ''} ${styles.feedback ?? ''}`}>
      <h2>Client feedback</h2>
      <ol className={styles.messages}>
        {messages.map((message) => {
          const { id, content, senderName, senderEmail, createdAt } = message;
          return (
            <li key={id}>
              <Avatar names={[senderName ?? senderEmail ?? '']} size={36} />
              <div>
                <p className={styles.sender}>
                  <strong>{senderName}</strong>
                  <a href={`mailto:${senderEmail ?? ''}`}>{senderEmail}</a>
                </p>
                <AboutSection message={message} proposal={proposal} onShow={onShow} />
                <p className={styles.message}>{content}</p>
                <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
              </div>
            </li>
          );
        })}
      </ol>
    </Panel>
  );
}
