// The address of the link at the caret; an empty one removes it.
import type { Editor } from '@tiptap/react';
import { useState, type SubmitEvent } from 'react';
import { isAllowedAddress } from '@/shared/document/allow-list';
import { Button } from '@/shared/ui/button';
import styles from './toolbar.module.css';

export function LinkForm({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const current: unknown = editor.getAttributes('link').href;
  const [href, setHref] = useState(typeof current === 'string' ? current : '');
  const [wrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const address = href.trim();
    const chain = editor.chain().focus().extendMarkRange('link');
    if (address === '') chain.unsetLink().run();
    else {
      const whole = /^[a-z]+:/i.test(address) ? address : `https://${address}`;
      if (!isAllowedAddress(whole) || !/^(mailto:|[a-z]+:\/\/)\S+$/i.test(whole)) {
        setWrong(true);
        return;
      }
      chain.setLink({ href: whole }).run();
    }
    onDone();
  };
  return (
    <form
      className={styles.link}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        editor.commands.focus();
        onDone();
      }}
    >
      <input
        aria-label="Link address"
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? 'link-wrong' : undefined}
        placeholder="https://example.com"
        autoFocus
        value={href}
        onChange={(event) => {
          setHref(event.target.value);
          setWrong(false);
        }}
      />
      <Button type="submit" size="sm">
        Apply
      </Button>
      {wrong && (
        <p id="link-wrong" role="alert" className={styles.wrong}>
          A link leads to a web page (https://…) or to an e-mail address (mailto:…).
        </p>
      )}
    </form>
  );
}
