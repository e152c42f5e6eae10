// The user's usage of the assistant this month, what is left, and the previous months.
import { useGetUsage } from '@/api/gen/assistant/assistant';
import type { MonthlyUsage, Usage } from '@/api/gen/model';
import { formatDate } from '@/shared/lib/format';
import { usedPercent } from '@/shared/lib/usage';
import { formatCost, formatCount, formatLimit, formatMonth } from '@/shared/lib/usage-format';
import { Badge } from '@/shared/ui/badge';
import { Callout } from '@/shared/ui/callout';
import { LoadFailure } from '@/shared/ui/notice';
import { Page } from '@/shared/ui/page';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import { Skeleton } from '@/shared/ui/skeleton';
import styles from './usage.module.css';

export function UsagePage() {
  const { data, error, refetch } = useGetUsage();
  return (
    <Page title="AI usage" lead="Your use of the assistant in all your workspaces together.">
      {data === undefined && error === null && <UsageSkeleton />}
      {data === undefined && error !== null && (
        <LoadFailure what="your AI usage" error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && (
        <div className={styles.page}>
          <ThisMonth usage={data} />
          <Assistant usage={data} />
          <History months={data.history} />
        </div>
      )}
    </Page>
  );
}

function ThisMonth({ usage }: { usage: Usage }) {
  const { current, isBlocked, limitReached, reservedCostUsd, workspace } = usage;
  const percent = usedPercent(usage);
  const resets = formatDate(usage.resetsAt);
  return (
    <SettingsPanel
      title={formatMonth(current.month)}
      lead={`A new month begins on ${resets}.`}
      action={isBlocked ? <Badge tone="danger">Blocked</Badge> : undefined}
    >
      {isBlocked && (
        <Callout tone="danger" title="The assistant is blocked for your account">
          <p>
            An administrator of this site has switched it off for you. Everything else works as before; ask
            the administrator if you need it.
          </p>
        </Callout>
      )}
      {!isBlocked && limitReached !== undefined && (
        <Callout title="This month’s quota is used up">
          <p>{limitReached}</p>
        </Callout>
      )}
      {percent !== undefined && <Quota usage={usage} percent={percent} />}
      <dl className={styles.figures}>
        <Figure name="Requests" value={formatCount(current.requestCount)} />
        <Figure
          name="Tokens"
          value={formatCount(current.totalTokensUsed)}
          detail={`${formatCount(current.inputTokensUsed)} sent, ${formatCount(current.outputTokensUsed)} received`}
        />
        <Figure
          name="Cost"
          value={formatCost(current.totalCostUsd)}
          detail={
            Number(reservedCostUsd) > 0
              ? `${formatCost(reservedCostUsd)} reserved for answers in progress`
              : undefined
          }
        />
        {usage.assistant === 'model' && (
          <Figure
            name="This workspace"
            value={formatCost(workspace.totalCostUsd)}
            detail={`of ${formatLimit(workspace.limitUsd)} for the whole team`}
          />
        )}
      </dl>
    </SettingsPanel>
  );
}

function Quota({ usage, percent }: { usage: Usage; percent: number }) {
  const shown = Math.min(percent, 100);
  const level = percent >= 100 ? 'over' : percent > 80 ? 'near' : undefined;
  return (
    <div className={styles.quota}>
      <p className={styles.share}>
        <span>
          <strong>{percent}%</strong> of this month’s quota used
        </span>
        <span className={styles.of}>
          {formatCost(usage.current.totalCostUsd)} of {formatLimit(usage.limitUsd)}
        </span>
      </p>
      <div
        className={styles.track}
        role="meter"
        aria-label="This month’s quota used"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown}
        aria-valuetext={`${percent}%`}
      >
        <span className={styles.bar} data-level={level} style={{ width: `${shown}%` }} />
      </div>
    </div>
  );
}

function Figure({ name, value, detail }: { name: string; value: string; detail?: string | undefined }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value}
        {detail !== undefined && <span>{detail}</span>}
      </dd>
    </div>
  );
}

function Assistant({ usage: { assistant } }: { usage: Usage }) {
  return assistant === 'model' ? (
    <SettingsPanel
      title="Language model"
      lead="The assistant uses a language model. The cost of an answer depends on its tokens. Your quota covers all your workspaces together; each workspace also has a quota for its whole team."
    />
  ) : (
    <SettingsPanel
      title="Working without a model"
      lead="No language model is set up on this site. The assistant follows rules: it drafts, renames, shortens and adds sections, at no cost."
    />
  );
}

function History({ months }: { months: readonly MonthlyUsage[] }) {
  return (
    <SettingsPanel title="Earlier months">
      {months.length === 0 ? (
        <p className={styles.none}>Nothing yet. Each past month appears here, for a year.</p>
      ) : (
        // On a phone its rows are cards; the roles are explicit, because browsers drop the table semantics
        // then.
        <table role="table" className={styles.table}>
          <thead role="rowgroup">
            <tr role="row">
              {['Month', 'Requests', 'Tokens', 'Cost'].map((column) => (
                <th key={column} role="columnheader" scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {months.map((month) => (
              <tr key={month.month} role="row">
                <th role="rowheader" scope="row">
                  {formatMonth(month.month)}
                </th>
                <td role="cell" data-label="Requests">
                  {formatCount(month.requestCount)}
                </td>
                <td role="cell" data-label="Tokens">
                  {formatCount(month.totalTokensUsed)}
                </td>
                <td role="cell" data-label="Cost">
                  {formatCost(month.totalCostUsd)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </SettingsPanel>
  );
}

function UsageSkeleton() {
  return (
    <div className={styles.page} aria-busy>
      {['Month', 'Assistant', 'History'].map((part, index) => (
        <div key={part} className={styles.bones}>
          <Skeleton width="180px" height="1.5em" />
          <Skeleton width="min(420px, 100%)" />
          {index === 0 && <Skeleton height="10px" />}
          {index === 0 && <Skeleton height="56px" />}
        </div>
      ))}
    </div>
  );
}
