// Twelve pairs of bars: created and won proposals. Decorative; the table beside it has the same
// data.
import { formatMoney } from '@/shared/lib/format';
import styles from './months-chart.module.css';
import { longMonth, narrowMonth, shortMonth, ticks, yearAt, type Month } from './months';

export function MonthsChart({ months }: { months: readonly Month[] }) {
  const lines = ticks(Math.max(0, ...months.flatMap(({ created, won }) => [created, won])));
  const top = lines.at(-1) ?? 1;
  const share = (count: number): string => `${String((count / top) * 100)}%`;
  return (
    <div className={styles.chart} aria-hidden>
      <div className={styles.keys}>
        <span data-bar="created">Created</span>
        <span data-bar="won">Won</span>
      </div>
      <div className={styles.plot}>
        {lines.map((line) => (
          <span key={line} className={styles.line} style={{ bottom: share(line) }}>
            {line}
          </span>
        ))}
        <div className={styles.months}>
          {months.map((month) => (
            <div key={month.month} className={styles.month} title={monthInWords(month)}>
              <span className={styles.bar} data-bar="created" style={{ height: share(month.created) }} />
              <span className={styles.bar} data-bar="won" style={{ height: share(month.won) }} />
            </div>
          ))}
        </div>
      </div>
      <div className={styles.names}>
        {months.map(({ month }, index) => (
          <span key={month}>
            <span className={styles.short}>{shortMonth(month)}</span>
            <span className={styles.narrow}>{narrowMonth(month)}</span>
            <small>{yearAt(month, index)}</small>
          </span>
        ))}
      </div>
    </div>
  );
}

const monthInWords = ({ month, created, won, wonValue }: Month): string => {
  const values = wonValue.map(({ amount, currency }) => formatMoney(amount, currency)).join(', ');
  const worth = values === '' ? '' : ` (${values})`;
  return `${longMonth(month)}: ${String(created)} created, ${String(won)} won${worth}`;
};
