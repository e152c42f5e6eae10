// A button that opens a menu, following the ARIA pattern: arrow keys move between the items, Escape
// and Tab close it, the focus returns to the button.
import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import styles from './menu.module.css';

interface MenuProps {
  /** The content of the list, for screen readers. */
  label: string;
  /** The button's content, which names it. */
  trigger: ReactNode;
  /** Above the items; not selectable. */
  head?: ReactNode;
  align?: 'start' | 'end';
  /** The button is among other buttons and has a border like them. */
  edged?: boolean;
  /** Elements with the role `menuitem` or `menuitemradio`, and `tabIndex={-1}`. */
  children: ReactNode;
}

export function Menu({ label, trigger, head, align = 'start', edged = false, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];

  useLayoutEffect(() => {
    if (!open) return;
    const all = items();
    (all.find((item) => item.ariaChecked === 'true') ?? all[0])?.focus();
    const onPointerDown = (event: PointerEvent) => {
      if (event.target instanceof Node && root.current?.contains(event.target) === false) setOpen(false);
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => {
      document.removeEventListener('pointerdown', onPointerDown);
    };
  }, [open]);

  const close = () => {
    setOpen(false);
    button.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      close();
      return;
    }
    if (event.key === 'Tab') {
      setOpen(false);
      return;
    }
    const all = items();
    const now = all.findIndex((item) => item === document.activeElement);
    const next = { ArrowDown: now + 1, ArrowUp: now - 1, Home: 0, End: -1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };

  return (
    <div ref={root} className={styles.menu}>
      <button
        ref={button}
        type="button"
        className={styles.trigger}
        data-edged={edged || undefined}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? panelId : undefined}
        onClick={() => {
          setOpen(!open);
        }}
      >
        {trigger}
      </button>
      {open && (
        <div className={styles.panel} data-align={align}>
          {head}
          <div
            id={panelId}
            role="menu"
            aria-label={label}
            className={styles.items}
            onClick={close}
            onKeyDown={onKeyDown}
          >
            {children}
          </div>
        </div>
      )}
    </div>
  );
}
