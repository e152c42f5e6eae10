// Screens for site administrators. Other users see the auth screen there, as the specification
// says.
import { lazy, Suspense } from 'react';
import { useMay } from '@/shared/session/session';
import { FullPageSpinner } from '@/shared/ui/spinner';
import { MemberLayout } from './member/member-layout';

const Auth = lazy(async () => ({ default: (await import('@/features/identity/auth-page')).AuthPage }));

export function AdminLayout() {
  const may = useMay();
  if (may('site:read')) return <MemberLayout />;
  return (
    <Suspense fallback={<FullPageSpinner />}>
      <Auth />
    </Suspense>
  );
}
