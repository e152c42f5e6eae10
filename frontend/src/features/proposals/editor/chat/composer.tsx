// The input of the chat: the suggestions, the text field, and notes about sending.
import { Sender } from '@ant-design/x';
import {
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  type ComponentProps,
  type ComponentRef,
  type ReactNode,
  type Ref,
} from 'react';
import styles from './composer.module.css';

const SUGGESTIONS = [
  'Add pricing details',
  'Include timeline',
  'Add testimonials',
  'Change tone to formal',
] as const;

const MOST_CHARACTERS = 4000;
const COUNTER_FROM = 3600;

interface ComposerProps {
  value: string;
  onChange: (value: string) => void;
  /** Never called with blank text. */
  onSend: (message: string) => void;
  /** An answer is in progress. */
  busy: boolean;
  /** Rendered below the input. */
  note?: ReactNode;
  /** Incremented whenever the input should be focused. */
  focusCount: number;
  /** The suggestions take a single line, because the conversation needs the space. */
  compact: boolean;
}

export function Composer({ value, onChange, onSend, busy, note, focusCount, compact }: ComposerProps) {
  const sender = useRef<ComponentRef<typeof Sender>>(null);
  /** The input had the focus when it was disabled, and gets it back. */
  const hadFocus = useRef(false);
  const hintId = useId();
  const message = value.trim();
  const tooLong = message.length > MOST_CHARACTERS;

  useLayoutEffect(() => {
    if (focusCount > 0) sender.current?.focus();
  }, [focusCount]);

  useLayoutEffect(() => {
    if (busy || !hadFocus.current) return;
    hadFocus.current = false;
    // If the user has moved the focus elsewhere, it stays there.
    if (document.activeElement === document.body) sender.current?.focus({ preventScroll: true });
  }, [busy]);

  const send = (words: string) => {
    if (busy || words === '' || words.length > MOST_CHARACTERS) return;
    hadFocus.current = sender.current?.nativeElement.contains(document.activeElement) === true;
    onSend(words);
  };

  return (
    <div className={styles.composer}>
      <ul className={styles.suggestions} data-compact={compact || undefined} aria-label="Suggestions">
        {SUGGESTIONS.map((suggestion) => (
          <li key={suggestion}>
            {/* Not `disabled`: the focus stays on the chip that was pressed. */}
            <button
              type="button"
              aria-disabled={busy || undefined}
              onClick={() => {
                if (!busy) onSend(suggestion);
              }}
            >
              {suggestion}
            </button>
          </li>
        ))}
      </ul>
      <Sender
        ref={sender}
        className={styles.sender ?? ''}
        classNames={{ input: styles.input ?? '', content: styles.content ?? '' }}
        components={{ input: ChatInput }}
        aria-describedby={hintId}
        placeholder="Request a change, or ask about this proposal"
        value={value}
        onChange={onChange}
        onSubmit={(words) => {
          send(words.trim());
        }}
        disabled={busy}
        suffix={(_buttons, { components: { SendButton } }) => (
          <SendButton aria-label="Send" title="Send" disabled={busy || message === '' || tooLong} />
        )}
      />
      <div className={styles.foot}>
        <p id={hintId} className={styles.hint} data-wrong={tooLong || undefined}>
          {message.length < COUNTER_FROM ? (
            <>
              <kbd>Enter</kbd> sends, <kbd>Shift</kbd> + <kbd>Enter</kbd> starts a new line
            </>
          ) : (
            `${message.length.toLocaleString('en-US')} of ${MOST_CHARACTERS.toLocaleString('en-US')} characters`
          )}
        </p>
        {note}
      </div>
    </div>
  );
}

type InputProps = ComponentProps<
  NonNullable<NonNullable<ComponentProps<typeof Sender>['components']>['input']>
> & { ref?: Ref<unknown> };

/** A plain text area that grows with its text; `Sender` provides the rest. */
function ChatInput({ ref, className, value, disabled, placeholder, ...rest }: InputProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useImperativeHandle(ref, () => ({
    focus: (options?: FocusOptions) => area.current?.focus(options),
    blur: () => area.current?.blur(),
    resizableTextArea: { textArea: area.current },
  }));

  // The style sheet defines the minimum and maximum height.
  useLayoutEffect(() => {
    const { current } = area;
    if (current === null) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight}px`;
  }, [value]);

  const { onChange, onKeyDown, onKeyUp, onPaste, onFocus, onBlur, onCompositionStart, onCompositionEnd } =
    rest;
  return (
    <textarea
      ref={area}
      className={className}
      rows={3}
      aria-label="Message to the assistant"
      aria-describedby={rest['aria-describedby']}
      value={typeof value === 'string' ? value : ''}
      {...{ disabled, placeholder, onChange, onKeyDown, onKeyUp, onPaste, onFocus, onBlur }}
      onCompositionStart={onCompositionStart}
      onCompositionEnd={onCompositionEnd}
    />
  );
}
