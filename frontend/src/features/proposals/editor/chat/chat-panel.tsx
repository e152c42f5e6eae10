// The assistant's chat beside the document. A separate chunk, so that reading and writing do not
// wait for it.
import { useQuery } from '@tanstack/react-query';
import type { Proposal } from '@/api/gen/model';
import { LoadFailure } from '@/shared/ui/notice';
import styles from './chat.module.css';
import { ChatSkeleton } from './chat-skeleton';

interface ChatPanelProps {
  proposal: Proposal;
  /** Called before the document is scrolled to a block, so that a sheet over it can close. */
  onGoToBlock?: () => void;
}

export function ChatPanel({ proposal, onGoToBlock }: ChatPanelProps) {
  // Not `lazy`: a chunk that cannot be fetched must not break the editor.
  const { data, error, refetch } = useQuery({
    queryKey: ['chunk', 'chat'],
    queryFn: () => import('./conversation'),
    structuralSharing: false,
  });
  return (
    <div className={styles.panel}>
      <h2 className="visually-hidden">AI Assistant</h2>
      {data !== undefined && (
        <data.Conversation key={proposal.id} proposal={proposal} onGoToBlock={onGoToBlock} />
      )}
      {data === undefined && error === null && <ChatSkeleton />}
      {data === undefined && error !== null && (
        <div className={styles.centre}>
          <LoadFailure what="the assistant" error={error} onRetry={() => void refetch()} />
        </div>
      )}
    </div>
  );
}
