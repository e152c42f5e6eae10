// The logo: a sheet with a "sign here" flag. With the name, or alone if space is short.
import styles from './logo.module.css';

export function Logo({ markOnly = false }: { markOnly?: boolean }) {
  return (
    <span className={styles.logo}>
      <svg viewBox="0 0 32 32" width="30" height="30" aria-hidden>
        <path d="M5 3h15.5L25 7.5V29H5z" fill="var(--pine)" />
        <path d="M9 10h9M9 14.5h6" stroke="var(--on-pine)" strokeWidth="2" strokeLinecap="round" />
        <path d="M12 18h15l4 4-4 4H12z" fill="var(--flag)" />
      </svg>
      {markOnly ? (
        <span className="visually-hidden">Proffer</span>
      ) : (
        <span className={styles.name}>Proffer</span>
      )}
    </span>
  );
}
