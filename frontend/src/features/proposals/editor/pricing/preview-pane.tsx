// The totals of the table and the client's view, from the pricing engine.
import { DocumentHtml } from '@/shared/document/document-html';
import { TotalsSummary } from '@/shared/document/totals-summary';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { Skeleton } from '@/shared/ui/skeleton';
import type { Preview } from './use-preview';
import styles from './pricing-editor.module.css';

interface Props {
  preview: Preview;
  currency: string;
  /** The table has no line yet. */
  empty: boolean;
}

export function PreviewPane({ preview, currency, empty }: Props) {
  const { shown, failure, stale } = preview;
  return (
    <aside className={styles.preview} aria-label="Totals and preview">
      <h3>Totals</h3>
      {failure !== undefined && (
        <Callout
          tone="danger"
          announced
          actions={
            <Button size="sm" onClick={preview.again}>
              Try Again
            </Button>
          }
        >
          {failure} What you typed is still here.
        </Callout>
      )}
      {empty ? (
        <p className={styles.quiet}>Add a line to see the total.</p>
      ) : shown === undefined ? (
        failure === undefined && <TotalsSkeleton />
      ) : shown.totals.lines.length === 0 && stale ? (
        <p className={styles.quiet}>Correct the marked fields to see the total.</p>
      ) : (
        <div className={stale ? styles.stale : undefined} aria-busy={stale}>
          <TotalsSummary totals={shown.totals} currency={currency} />
          <h3 className={styles.previewTitle}>As your client sees it</h3>
          <div className={styles.paper}>
            <DocumentHtml html={shown.html} />
          </div>
        </div>
      )}
    </aside>
  );
}

function TotalsSkeleton() {
  return (
    <div className={styles.bones} aria-busy>
      <p role="status" className="visually-hidden">
        Calculating
      </p>
      <Skeleton width="60%" />
      <Skeleton width="80%" height="1.6em" />
      <Skeleton height="160px" />
    </div>
  );
}
