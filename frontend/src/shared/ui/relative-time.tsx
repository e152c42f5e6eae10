// "5 minutes ago", with the exact time as a tooltip and for machines.
import { formatDateTime } from '@/shared/lib/format';
import { relativeTime } from '@/shared/lib/relative-time';

export function RelativeTime({ iso }: { iso: string }) {
  return (
    <time dateTime={iso} title={formatDateTime(iso)}>
      {relativeTime(iso)}
    </time>
  );
}
