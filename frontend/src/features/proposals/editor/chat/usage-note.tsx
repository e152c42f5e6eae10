// How much of the monthly quota is used, once little is left.
import { Link } from 'react-router';
import { useGetUsage } from '@/api/gen/assistant/assistant';
import type { AssistantKind } from '@/api/gen/model';
import { usedPercent } from '@/shared/lib/usage';
import { paths } from '@/shared/paths';
import styles from './chat.module.css';

const SHOWN_FROM_PERCENT = 80;

export function UsageNote({ assistant }: { assistant: AssistantKind }) {
  // The offline assistant costs nothing.
  const { data } = useGetUsage({ query: { enabled: assistant === 'model' } });
  if (data === undefined) return null;
  const percent = usedPercent(data);
  const reached = data.limitReached !== undefined;
  if (!data.isBlocked && !reached && (percent === undefined || percent <= SHOWN_FROM_PERCENT)) return null;
  return (
    <p className={styles.usage}>
      <Link to={paths.usage}>
        {data.isBlocked
          ? 'The assistant is blocked for your account'
          : reached
            ? 'This month’s quota is used up'
            : `${percent ?? 0}% of this month’s quota used`}
      </Link>
    </p>
  );
}
