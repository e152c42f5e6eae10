// The product's button, and a link that looks like one. It works on the pages without antd.
import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Spinner } from './spinner';
import styles from './button.module.css';

interface Look {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger';
  size?: 'md' | 'sm';
  /** An icon before the label; decorative. */
  icon?: ReactNode;
  /** Takes the full width of its container. */
  block?: boolean;
}

const classOf = ({ variant = 'secondary', size = 'md', block = false }: Look, extra?: string): string =>
  [styles.button, styles[variant], styles[size], block && styles.block, extra].filter(Boolean).join(' ');

type ButtonProps = Look &
  ComponentProps<'button'> & {
    /** Work is under way: the button says so and takes no second press. It keeps its size, so that nothing moves. */
    busy?: boolean;
  };

export function Button({
  variant,
  size,
  icon,
  block,
  busy = false,
  children,
  className,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf({ variant, size, block }, className)}
      aria-busy={busy || undefined}
      disabled={rest.disabled === true || busy}
    >
      {busy && icon !== undefined ? <Busy>{icon}</Busy> : icon}
      {busy && icon === undefined ? <Busy>{children}</Busy> : children}
    </button>
  );
}

/** A spinner over an icon or a label, which stays the name of the button and keeps its place. */
const Busy = ({ children }: { children: ReactNode }) => (
  <span className={styles.busy}>
    <span className={styles.covered}>{children}</span>
    <Spinner size="sm" decorative />
  </span>
);

type ButtonLinkProps = Look & ComponentProps<typeof Link>;

export function ButtonLink({ variant, size, icon, block, children, className, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} data-variant={variant} className={classOf({ variant, size, block }, className)}>
      {icon}
      {children}
    </Link>
  );
}

/** The same for an anchor on the page, or for a separate document: without the router. */
export function ButtonAnchor({
  variant,
  size,
  icon,
  block,
  children,
  className,
  ...rest
}: Look & ComponentProps<'a'>) {
  return (
    <a {...rest} className={classOf({ variant, size, block }, className)}>
      {icon}
      {children}
    </a>
  );
}

type IconButtonProps = ComponentProps<'button'> & {
  /** The action of the button; also its tooltip. */
  label: string;
  variant?: 'ghost' | 'danger';
};

export function IconButton({ label, variant = 'ghost', children, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={[styles.button, styles[variant], styles.icon, className].filter(Boolean).join(' ')}
    >
      {children}
    </button>
  );
}
