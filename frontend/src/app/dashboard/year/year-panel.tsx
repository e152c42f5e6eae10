// The last twelve months: a chart of created and won proposals, and their sums.
import { useState, type ReactNode } from 'react';
import { Button } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { Skeleton } from '@/shared/ui/skeleton';
import { Amounts } from '../amounts';
import { acceptedWords, hoursInWords, type Acceptance } from './acceptance';
import { total, wonValue, type Month } from './months';
import { MonthsChart } from './months-chart';
import { MonthsTable } from './months-table';
import styles from './year-panel.module.css';

interface YearPanelProps {
  months: readonly Month[];
  /** Absent if nothing was accepted. */
  acceptance: Acceptance | undefined;
}

export function YearPanel({ months, acceptance }: YearPanelProps) {
  const [inFigures, setInFigures] = useState(false);
  const created = total(months, 'created');
  const won = total(months, 'won');
  const worth = wonValue(months);
  const none = created === 0 && won === 0;
  return (
    <Panel className={styles.panel}>
      <div className={styles.drawing} data-none={none || undefined}>
        {none ? (
          <p className={styles.none}>
            No proposal was created or won in the last 12 months. This chart shows each month’s proposals and
            their value.
          </p>
        ) : (
          <>
            <MonthsChart months={months} />
            <Button
              size="sm"
              variant="ghost"
              className={styles.toggle}
              onClick={() => {
                setInFigures(!inFigures);
              }}
            >
              {inFigures ? 'Hide the table' : 'Show as a table'}
            </Button>
            <MonthsTable months={months} shown={inFigures} />
          </>
        )}
      </div>
      <dl className={styles.facts}>
        <Fact label="Created" value={String(created)} />
        <Fact label="Won" value={String(won)}>
          {worth.length > 0 && <Amounts values={worth} />}
        </Fact>
        <Fact
          label="Time to acceptance"
          value={acceptance === undefined ? '–' : hoursInWords(acceptance.medianHours)}
        >
          {acceptance === undefined
            ? 'EmptyNote was accepted in the last 12 months'
            : acceptedWords(acceptance.count)}
        </Fact>
      </dl>
    </Panel>
  );
}

function Fact({ label, value, children }: { label: string; value: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
      {Boolean(children) && <dd className={styles.note}>{children}</dd>}
    </div>
  );
}

export function YearSkeleton() {
  return (
    <Panel className={styles.panel} aria-busy>
      <div className={styles.drawing}>
        <Skeleton height="312px" />
      </div>
      <div className={styles.facts}>
        {[1, 2, 3].map((fact) => (
          <div key={fact} className={styles.bones}>
            <Skeleton width="40%" />
            <Skeleton width="60%" height="1.6em" />
          </div>
        ))}
      </div>
    </Panel>
  );
}
