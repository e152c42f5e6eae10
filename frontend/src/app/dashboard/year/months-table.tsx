// The same months as a table, for screen readers and for exact figures.
import { Amounts } from '../amounts';
import styles from './months-table.module.css';
import { longMonth, type Month } from './months';

/** `shown`: visible; otherwise for screen readers only. */
export function MonthsTable({ months, shown }: { months: readonly Month[]; shown: boolean }) {
  return (
    <div className={shown ? styles.shown : 'visually-hidden'}>
      <table className={styles.table}>
        <caption className="visually-hidden">Proposals created and won, month by month</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Created</th>
            <th scope="col">Won</th>
            <th scope="col">Won value</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, created, won, wonValue }) => (
            <tr key={month}>
              <th scope="row">{longMonth(month)}</th>
              <td>{created}</td>
              <td>{won}</td>
              <td>{wonValue.length === 0 ? '–' : <Amounts values={wonValue} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
