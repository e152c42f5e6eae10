// Shows the current toast: announced to screen readers, reachable with F8, dismissed by its button, Escape or
// a swipe to the right; the timer stops while it is hovered or focused.
import { X } from 'lucide-react';
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
  type MouseEvent,
  type PointerEvent,
} from 'react';
import { dismissToast, TOAST_DURATION_MS, toastStore, type ShownToast } from './toast-store';
import styles from './toaster.module.css';

const SWIPE_THRESHOLD_PX = 50;

interface ToasterProps {
  /** Navigates to a screen without reloading the page; without it, the browser follows links. */
  onGo?: (to: string) => void;
}

export function Toaster({ onGo }: ToasterProps) {
  const toast = useSyncExternalStore(toastStore.subscribe, toastStore.current);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const focusRegion = (event: KeyboardEvent) => {
      if (event.key === 'F8') region.current?.focus();
    };
    window.addEventListener('keydown', focusRegion);
    return () => {
      window.removeEventListener('keydown', focusRegion);
    };
  }, []);

  return (
    <section ref={region} aria-label="Notifications (F8)" tabIndex={-1} className={styles.region}>
      {/* The live region is always present: screen readers only announce changes inside a region they know. */}
      <div
        role="status"
        aria-live={toast?.variant === 'destructive' ? 'assertive' : 'polite'}
        aria-atomic="true"
      >
        {toast !== null && <Toast key={toast.id} toast={toast} onGo={onGo} />}
      </div>
    </section>
  );
}

function Toast({ toast, onGo }: { toast: ShownToast; onGo: ToasterProps['onGo'] }) {
  const [held, setHeld] = useState(false);
  const [offset, setOffset] = useState(0);
  const start = useRef<number | null>(null);
  const dismiss = useEffectEvent(() => {
    dismissToast(toast.id);
  });

  useEffect(() => {
    if (held) return;
    const timer = window.setTimeout(dismiss, TOAST_DURATION_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [held]);

  const follow = (event: MouseEvent, to: string) => {
    // Opening in another tab or window is left to the browser.
    if (onGo === undefined || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    dismissToast(toast.id);
    onGo(to);
  };

  const endSwipe = () => {
    if (offset > SWIPE_THRESHOLD_PX) dismissToast(toast.id);
    start.current = null;
    setOffset(0);
  };

  return (
    <div
      className={styles.toast}
      data-variant={toast.variant ?? 'default'}
      style={offset > 0 ? { translate: `${String(offset)}px 0` } : undefined}
      onPointerEnter={() => {
        setHeld(true);
      }}
      onPointerLeave={() => {
        setHeld(false);
        endSwipe();
      }}
      onFocus={() => {
        setHeld(true);
      }}
      onBlur={() => {
        setHeld(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') dismissToast(toast.id);
      }}
      onPointerDown={(event: PointerEvent) => {
        start.current = event.clientX;
      }}
      onPointerMove={(event: PointerEvent) => {
        if (start.current !== null) setOffset(Math.max(0, event.clientX - start.current));
      }}
      onPointerUp={endSwipe}
      onPointerCancel={endSwipe}
    >
      <div className={styles.text}>
        <p className={styles.title}>{toast.title}</p>
        {toast.description !== undefined && <p className={styles.description}>{toast.description}</p>}
      </div>
      {toast.action !== undefined && (
        <button
          type="button"
          className={styles.action}
          onClick={() => {
            dismissToast(toast.id);
            toast.action?.run();
          }}
        >
          {toast.action.label}
        </button>
      )}
      {toast.link !== undefined && (
        <a
          href={toast.link.to}
          className={styles.action}
          onClick={(event) => {
            follow(event, toast.link?.to ?? '');
          }}
        >
          {toast.link.label}
        </a>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label="Close notification"
        onClick={() => {
          dismissToast(toast.id);
        }}
      >
        <X aria-hidden size={16} />
      </button>
    </div>
  );
}
