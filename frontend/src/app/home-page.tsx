// "/" is two screens: the dashboard for signed-in users, the landing page for all others. Each is a
// separate chunk.
import { lazy, Suspense } from 'react';
import { useSession } from '@/shared/session/session';
import { FullPageSpinner } from '@/shared/ui/spinner';

const Dashboard = lazy(async () => ({ default: (await import('./dashboard/dashboard-page')).DashboardHome }));
const Landing = lazy(async () => ({ default: (await import('./landing/landing-screen')).LandingScreen }));

export function HomePage() {
  const signedIn = useSession() !== null;
  return <Suspense fallback={<FullPageSpinner />}>{signedIn ? <Dashboard /> : <Landing />}</Suspense>;
}
