// The keys that this site publishes, by which its seals are known.
import { useQuery } from '@tanstack/react-query';
import { http } from '@/api/http';
import { listOf, membersOf } from './members';
import { fingerprintOf } from './sealing-key';

const PUBLISHED_AT = '/.well-known/proffer-sealing-keys.json';

/** Their fingerprints; `isMissing` if they could not be loaded. */
export function usePublishedKeys(): { fingerprints: string[]; isMissing: boolean } {
  const { data, isError } = useQuery({
    queryKey: ['published sealing keys'],
    queryFn: async ({ signal }) => {
      const { keys } = membersOf(await http<unknown>(PUBLISHED_AT, { signal }));
      return listOf(keys).flatMap((key) => fingerprintOf(String(membersOf(key).fingerprint)) ?? []);
    },
    // The page works without a connection once it is open.
    staleTime: Infinity,
  });
  return { fingerprints: data ?? [], isMissing: isError };
}
