// The facts from a client's website, or that it is being read, or why reading failed.
import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useReadClientWebsite } from '@/api/gen/clients/clients';
import type { Client, ScrapedInfo } from '@/api/gen/model';
import { invalidateLists } from '@/api/lists';
import { useMay } from '@/shared/session/session';
import { Spinner } from '@/shared/ui/spinner';
import { toastFailure } from '@/shared/ui/toast/toast-store';
import styles from './website-status.module.css';

export function WebsiteStatus({ client }: { client: Client }) {
  const { enrichment, scrapedInfo } = client;
  if (enrichment !== 'waiting' && enrichment !== 'failed' && scrapedInfo === undefined) return null;
  return (
    <div className={styles.status}>
      {scrapedInfo !== undefined && <WebsiteFacts info={scrapedInfo} />}
      {enrichment === 'waiting' && (
        <p className={styles.quiet}>
          <Spinner size="sm" decorative />
          Reading their website…
        </p>
      )}
      {enrichment === 'failed' && <Failed client={client} />}
    </div>
  );
}

function WebsiteFacts({ info: { industry, shortDescription, sourceUrl } }: { info: ScrapedInfo }) {
  return (
    <>
      <p className={styles.mark}>
        <Sparkles aria-hidden size={15} />
        <span>AI-Enhanced Profile{industry !== undefined && `, ${industry}`}</span>
      </p>
      {(shortDescription !== undefined || sourceUrl !== undefined) && (
        <p className={styles.told}>
          {shortDescription !== undefined && <span className={styles.description}>{shortDescription}</span>}
          {sourceUrl !== undefined && (
            <a href={sourceUrl} target="_blank" rel="noreferrer">
              from {hostOf(sourceUrl)}
            </a>
          )}
        </p>
      )}
    </>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);

function Failed({ client: { id, companyName, enrichmentProblem } }: { client: Client }) {
  const may = useMay();
  const queryClient = useQueryClient();
  const read = useReadClientWebsite({
    mutation: {
      onSuccess: () => invalidateLists(queryClient),
      onError: (error) => {
        toastFailure(error, { title: 'The website was not read' });
      },
    },
  });
  return (
    <p className={styles.quiet}>
      <span>
        {enrichmentProblem ?? 'Their website could not be read.'}{' '}
        {may('clients:update') && (
          <button
            type="button"
            className={styles.again}
            aria-label={`Try again to read the website of ${companyName}`}
            disabled={read.isPending}
            onClick={() => {
              read.mutate({ clientId: id });
            }}
          >
            Try again
          </button>
        )}
      </span>
    </p>
  );
}
