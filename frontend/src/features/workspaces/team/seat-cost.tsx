// The cost of one member more or less, before the decision. It never blocks: the price is shown at
// once, and the amount of the next charge follows when the server has answered.
import { useGetSubscriptionStatus, usePreviewSeats } from '@/api/gen/billing/billing';
import { chargeWords, isCharged, plainWords, type Change } from './seat-words';
import styles from './team.module.css';

export function SeatCost({ change }: { change: Change }) {
  const { data: status } = useGetSubscriptionStatus();
  const words = status && plainWords(status, change);
  if (status === undefined || words === undefined) return null;
  return (
    <div className={styles.cost}>
      <p>
        {words}
        {isCharged(status) && <NextCharge seats={status.teamMembers + change} />}
      </p>
      {change > 0 && isCharged(status) && <p>They count once they accept.</p>}
    </div>
  );
}

/** Without a response there is nothing to add to the price. */
function NextCharge({ seats }: { seats: number }) {
  // Again each time, because the rest of the month shrinks.
  const { data: preview, isPending } = usePreviewSeats({ seats }, { query: { staleTime: 0 } });
  if (isPending) return <span className={styles.asking}> Calculating your next charge…</span>;
  const words = preview && chargeWords(preview);
  return words === undefined ? null : ` ${words}`;
}
