// The newest invoices, with links to them.
import { ExternalLink, FileDown } from 'lucide-react';
import { useListInvoices } from '@/api/gen/billing/billing';
import type { Invoice } from '@/api/gen/model';
import { formatMoney, formatShortDate } from '@/shared/lib/format';
import { Badge } from '@/shared/ui/badge';
import { LoadFailure } from '@/shared/ui/notice';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './invoices.module.css';
import { isPaymentUrl } from './redirect';

/** A map, because an object would also find `constructor`. */
const states = new Map<string, { label: string; tone: 'neutral' | 'good' | 'warning' | 'danger' }>([
  ['draft', { label: 'Draft', tone: 'neutral' }],
  ['open', { label: 'Open', tone: 'warning' }],
  ['paid', { label: 'Paid', tone: 'good' }],
  ['uncollectible', { label: 'Not collected', tone: 'danger' }],
  ['void', { label: 'Void', tone: 'neutral' }],
]);

export function InvoicesPanel({ hosts }: { hosts: readonly string[] }) {
  // Reloaded on every visit: invoices are created elsewhere.
  const { data: invoices, error, refetch } = useListInvoices({ query: { staleTime: 0 } });
  return (
    <div className={styles.invoices}>
      <SettingsPanel title="Invoices" lead="Charges for this workspace, newest first.">
        {invoices === undefined && error === null && <InvoicesSkeleton />}
        {invoices === undefined && error !== null && (
          <LoadFailure inPanel what="your invoices" error={error} onRetry={() => void refetch()} />
        )}
        {invoices?.length === 0 && (
          <p className={styles.none}>Nothing has been charged yet. Your invoices appear here.</p>
        )}
        {invoices !== undefined && invoices.length > 0 && (
          <ul className={styles.rows}>
            {invoices.map((invoice) => (
              <InvoiceRow key={invoice.id} invoice={invoice} hosts={hosts} />
            ))}
          </ul>
        )}
      </SettingsPanel>
    </div>
  );
}

function InvoiceRow({ invoice, hosts }: { invoice: Invoice; hosts: readonly string[] }) {
  const { number = 'No number yet', status, total, currency, createdAt, url, pdfUrl } = invoice;
  const { label, tone } = states.get(status) ?? { label: status, tone: 'neutral' as const };
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <p className={styles.number}>{number}</p>
        <p className={styles.date}>{formatShortDate(createdAt)}</p>
      </div>
      <p className={styles.state}>
        <Badge tone={tone}>{label}</Badge>
      </p>
      <p className={styles.total}>
        {formatMoney(total, currency)} <small>{currency}</small>
      </p>
      <p className={styles.links}>
        {url !== undefined && isPaymentUrl(url, hosts) && (
          <a
            href={url}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`View invoice ${number}, in a new tab`}
          >
            <ExternalLink aria-hidden size={16} />
            View
          </a>
        )}
        {pdfUrl !== undefined && isPaymentUrl(pdfUrl, hosts) && (
          <a
            href={pdfUrl}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`Invoice ${number} as a PDF, in a new tab`}
          >
            <FileDown aria-hidden size={16} />
            PDF
          </a>
        )}
      </p>
    </li>
  );
}

function InvoicesSkeleton() {
  return (
    <ul className={styles.rows} aria-busy aria-label="Loading your invoices">
      {[1, 2, 3].map((row) => (
        <li key={row} className={styles.row}>
          <div className={styles.bones}>
            <Skeleton width="min(140px, 80%)" />
            <Skeleton width="min(90px, 60%)" height="0.8em" />
          </div>
          <Skeleton width="52px" />
          <Skeleton width="72px" />
          <Skeleton width="110px" />
        </li>
      ))}
    </ul>
  );
}
