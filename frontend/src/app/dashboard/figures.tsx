// The four figures at the top of the dashboard. They keep their size while they load.
import type { CSSProperties, ReactNode } from 'react';
import type { CurrencyValue, Dashboard } from '@/api/gen/model';
import { formatMoney } from '@/shared/lib/format';
import { useHomeCurrency } from '@/shared/session/company';
import { Skeleton } from '@/shared/ui/skeleton';
import { Amounts } from './amounts';
import styles from './figures.module.css';

export function Figures({ data }: { data: Dashboard | undefined }) {
  return (
    <dl className={styles.figures} aria-busy={data === undefined}>
      <Figure label="Active Proposals" value={data && String(data.activeProposals)} />
      <TotalValue values={data?.totalValue} />
      <Figure label="Win Rate" value={data && percent(data.wonProposals, data.totalProposals)}>
        <dd className={styles.hint}>{data ? decidedWords(data) : <Skeleton width="70%" />}</dd>
      </Figure>
      <Figure label="Total Clients" value={data && String(data.totalClients)} />
    </dl>
  );
}

/** A whole percent; none for an empty total. */
const percent = (part: number, whole: number): string =>
  `${String(whole === 0 ? 0 : Math.round((part / whole) * 100))}%`;

/** The rate among answered proposals only. */
const decidedWords = ({ decidedProposals, wonOfDecided }: Dashboard): string =>
  decidedProposals === 0
    ? 'None decided yet'
    : `${percent(wonOfDecided, decidedProposals)} of ${String(decidedProposals)} decided`;

/** Currencies are not added up: the first is large, the others are below it. */
function TotalValue({ values }: { values: readonly CurrencyValue[] | undefined }) {
  const home = useHomeCurrency();
  const [first = { amount: '0.00', currency: home }, ...others] = values ?? [];
  return (
    <Figure label="Total Value" value={values && formatMoney(first.amount, first.currency)}>
      {others.length > 0 && (
        <dd className={styles.hint}>
          <Amounts values={others} />
        </dd>
      )}
    </Figure>
  );
}

/** `value` is undefined while it loads. */
function Figure({
  label,
  value,
  children,
}: {
  label: string;
  value: string | undefined;
  children?: ReactNode;
}) {
  // A long number gets a smaller font instead of a line break; the style sheet computes the size.
  const length: CSSProperties & Record<'--length', number> = { '--length': value?.length ?? 1 };
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd className={styles.value} style={length} data-loading={value === undefined || undefined}>
        <span>{value ?? '–'}</span>
      </dd>
      {children}
    </div>
  );
}
