// The conversation with the assistant about a proposal. It fills the available height and scrolls inside.
import { Bubble } from '@ant-design/x';
import { ArrowDown, Sparkles } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState, type ComponentProps, type ComponentRef } from 'react';
import type { ChatMessage, Proposal } from '@/api/gen/model';
import { useMay } from '@/shared/session/session';
import { smoothly } from '@/shared/lib/smooth';
import { Button } from '@/shared/ui/button';
import { LoadFailure } from '@/shared/ui/notice';
import { AboutSection } from '../about-section';
import { Abilities, Answer, LiveAnswer } from './answer';
import styles from './chat.module.css';
import { ChatSkeleton } from './chat-skeleton';
import { Composer } from './composer';
import { placed } from './messages';
import { ClientHead, TeamWords, Time, Unanswered } from './question';
import { whyReadOnly } from './read-only';
import { UsageNote } from './usage-note';
import { useChanges } from './use-changes';
import { useConversation, type Conversation as Talk } from './use-conversation';

type Item = ComponentProps<typeof Bubble.List>['items'][number];

/** How far from its end the list may be scrolled and still count as scrolled to the end. */
const NEAR_PX = 48;

const wide = { body: styles.wide ?? '', content: styles.plain ?? '' };
const ROLES: ComponentProps<typeof Bubble.List>['role'] = {
  team: {
    placement: 'end',
    variant: 'filled',
    shape: 'corner',
    classNames: { body: styles.end ?? '', content: styles.question ?? '' },
  },
  assistant: { placement: 'start', variant: 'borderless', classNames: wide },
  client: { placement: 'start', variant: 'borderless', classNames: wide },
  day: {
    placement: 'start',
    variant: 'borderless',
    classNames: { body: styles.wide ?? '', content: styles.day ?? '' },
  },
};

const rowClass = (role: string, follows = false) =>
  [styles.row, role === 'team' && styles.asked, follows && styles.follows].filter(Boolean).join(' ');

interface ConversationProps {
  proposal: Proposal;
  /** Called before the document is scrolled to a block, so that what covers it can make room. */
  onGoToBlock?: (() => void) | undefined;
}

export function Conversation({ proposal, onGoToBlock }: ConversationProps) {
  const readOnly = whyReadOnly(proposal, useMay());
  const editable = readOnly === undefined;
  const talk = useConversation(proposal, editable);
  const changes = useChanges(proposal);
  const [focusCount, setFocusCount] = useState(0);
  const { messages, live, failed } = talk;
  const assistant = live?.assistant ?? proposal.assistant;
  const empty = messages?.length === 0 && live === null && failed.length === 0;

  const editAgain: Talk['edit'] = (question) => {
    talk.edit(question);
    setFocusCount(focusCount + 1);
  };

  /** The note below a question of the team. */
  const outcome = (message: ChatMessage, isLast: boolean) => {
    const { turnId, turnStatus, turnMessage, content, createdAt } = message;
    const failure = talk.failureOf(turnId);
    if (turnId === undefined || turnStatus === undefined || turnStatus === 'done' || live?.id === turnId)
      return null;
    if (turnStatus === 'running') {
      return (
        <Unanswered
          reason={failure?.reason ?? 'Its answer is still being written.'}
          code={failure?.code}
          busy={live !== null}
          onAgain={
            editable
              ? () => {
                  talk.resume(message);
                }
              : undefined
          }
        />
      );
    }
    const question = {
      turnId,
      message: content,
      askedAt: createdAt,
      reason: turnMessage ?? failure?.reason ?? 'Something went wrong on our side.',
      code: failure?.code ?? 'failed',
    };
    return unanswered(question, editable && isLast);
  };

  const unanswered = (question: Talk['failed'][number], actions: boolean) => (
    <Unanswered
      reason={question.reason}
      code={question.code}
      busy={live !== null}
      onAgain={
        actions
          ? () => {
              talk.askAgain(question);
            }
          : undefined
      }
      onEdit={() => {
        editAgain(question);
      }}
    />
  );

  const lastQuestion = messages?.findLast(({ turnId }) => turnId !== undefined)?.id;
  const items = placed(messages ?? []).flatMap(({ message, author, day, follows }): Item[] => {
    const key = message.id;
    const row = {
      key,
      role: author,
      className: `${styles.row ?? ''} ${follows ? (styles.follows ?? '') : ''}`,
    };
    const before: Item[] =
      day === undefined ? [] : [{ key: `day ${key}`, role: 'day', className: rowClass('day'), content: day }];
    if (author === 'assistant') {
      return [
        ...before,
        {
          ...row,
          header: follows ? undefined : <AssistantHead at={message.createdAt} />,
          content: (
            <Answer
              message={message}
              changes={changes}
              open={editable && live === null}
              onGoTo={onGoToBlock}
            />
          ),
        },
      ];
    }
    if (author === 'client') {
      return [
        ...before,
        {
          ...row,
          header: follows ? undefined : <ClientHead message={message} />,
          content: (
            <>
              <AboutSection message={message} proposal={proposal} onShow={onGoToBlock} />
              <p className={styles.clientWords}>{message.content}</p>
            </>
          ),
        },
      ];
    }
    return [
      ...before,
      {
        ...row,
        header: follows ? undefined : <Time iso={message.createdAt} />,
        content: <TeamWords text={message.content} />,
        footer: outcome(message, key === lastQuestion && failed.length === 0),
      },
    ];
  });
  for (const question of failed) {
    items.push({
      key: `failed ${question.turnId}`,
      role: 'team',
      className: rowClass('team'),
      header: <Time iso={question.askedAt} />,
      content: <TeamWords text={question.message} />,
      footer: unanswered(question, editable),
    });
  }
  if (live !== null) {
    if (messages?.some(({ turnId }) => turnId === live.id) !== true) {
      items.push({
        key: `asked ${live.id}`,
        role: 'team',
        className: rowClass('team'),
        content: <TeamWords text={live.message} />,
      });
    }
    items.push({
      key: `answer ${live.id}`,
      role: 'assistant',
      className: rowClass('assistant'),
      header: <AssistantHead />,
      content: <LiveAnswer turn={live} />,
    });
  }

  return (
    <section className={styles.chat} aria-label="AI Assistant">
      {messages === undefined && talk.error === null && <ChatSkeleton />}
      {messages === undefined && talk.error !== null && (
        <div className={styles.centre}>
          <LoadFailure what="the conversation" error={talk.error} onRetry={() => void talk.refetch()} />
        </div>
      )}
      {empty && (
        // It scrolls if the panel is low, which the keyboard must be able to do too.
        <div className={styles.centre} role="group" aria-label="What the assistant can do" tabIndex={0}>
          <div className={styles.welcome}>
            <Sparkles aria-hidden size={28} strokeWidth={1.6} />
            <h3>{editable ? 'What should change?' : 'No messages yet'}</h3>
            {editable && (
              <>
                <p>
                  Describe it in your own words. You see every change next to the original, and keep or reject
                  it.
                </p>
                <Abilities assistant={assistant} folded={false} />
              </>
            )}
          </div>
        </div>
      )}
      {messages !== undefined && items.length > 0 && (
        <MessageList
          items={items}
          newest={`${items.length} ${live === null ? 'complete' : live.text === '' ? 'asked' : 'begun'}`}
          sent={live?.id}
        />
      )}
      {/* The answer is announced once it is complete, not word by word. */}
      <p role="status" className="visually-hidden">
        {talk.said}
      </p>
      {readOnly === undefined ? (
        messages !== undefined && (
          <>
            {!empty && assistant === 'offline' && (
              <div className={styles.offlineNote}>
                <Abilities assistant={assistant} folded />
              </div>
            )}
            <Composer
              value={talk.typed}
              onChange={talk.type}
              onSend={talk.ask}
              busy={live !== null}
              focusCount={focusCount}
              compact={!empty}
              note={<UsageNote assistant={proposal.assistant} />}
            />
          </>
        )
      ) : (
        <p className={styles.readOnly}>{readOnly}</p>
      )}
    </section>
  );
}

function AssistantHead({ at }: { at?: string }) {
  return (
    <p className={styles.assistantHead}>
      <Sparkles aria-hidden size={16} />
      <strong>Assistant</strong>
      {at !== undefined && <Time iso={at} />}
    </p>
  );
}

interface MessageListProps {
  items: Item[];
  /** Changes with everything that a user who has scrolled up would miss. */
  newest: string;
  /** The question just sent: its sender wants to see the answer. */
  sent: string | undefined;
}

/** Stays scrolled to its end while text arrives, unless the reader has scrolled up. */
function MessageList({ items, newest, sent }: MessageListProps) {
  const list = useRef<ComponentRef<typeof Bubble.List>>(null);
  /** The newest message when the reader scrolled away from the end. */
  const [leftAt, setLeftAt] = useState<string | null>(null);

  // The scrolling element belongs to the library. It is reversed: its end is at 0.
  const boxOf = () => list.current?.nativeElement.firstElementChild;
  const toEnd = (behavior: ScrollBehavior) => {
    boxOf()?.scrollTo({ top: 0, behavior });
  };

  const begin = useEffectEvent(() => {
    const box = boxOf();
    if (!(box instanceof HTMLElement)) return;
    box.tabIndex = 0;
    box.setAttribute('role', 'log');
    box.setAttribute('aria-live', 'off');
    box.setAttribute('aria-label', 'Conversation');
  });
  useEffect(() => {
    begin();
  }, []);

  const follow = useEffectEvent(() => {
    toEnd('instant');
  });
  useEffect(() => {
    if (sent !== undefined) follow();
  }, [sent]);

  return (
    <div className={styles.listFrame}>
      <Bubble.List
        ref={list}
        className={styles.list ?? ''}
        classNames={{ scroll: styles.scroll ?? '' }}
        items={items}
        role={ROLES}
        onScroll={({ currentTarget: { scrollTop } }) => {
          const away = Math.abs(scrollTop) > NEAR_PX;
          setLeftAt((before) => (away ? (before ?? newest) : null));
        }}
      />
      {leftAt !== null && leftAt !== newest && (
        <Button
          size="sm"
          variant="primary"
          className={styles.newAnswer ?? ''}
          icon={<ArrowDown aria-hidden size={16} />}
          onClick={() => {
            toEnd(smoothly());
          }}
        >
          New answer
        </Button>
      )}
    </div>
  );
}
