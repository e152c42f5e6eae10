// Amounts in several currencies, which are not added up: each is separate and never breaks inside.
import type { CurrencyValue } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import styles from './amounts.module.css';

export function Amounts({ values }: { values: readonly CurrencyValue[] }) {
  return (
    <span className={styles.amounts}>
      {values.map(({ amount, currency }) => (
        <span key={currency} className={styles.amount}>
          {formatMoney(amount, currency)}
        </span>
      ))}
    </span>
  );
}
