// "/" is two screens: the dashboard for who is signed in, the landing page for everybody else. Each is a chunk of its own.
import { lazy, Suspense } from 'react';
import { useSession } from '@/shared/session/session';
import { FullPageSpinner } from '@/shared/ui/spinner';

const Dashboard = lazy(async () => ({ default: (await import('./dashboard/dashboard-page')).DashboardHome }));
const Landing = lazy(async () => ({ default: (await import('./landing/landing-screen')).LandingScreen }));

export function HomePage() {
  const signedIn = useSession() !== null;
  return <Suspense fallback={<FullPageSpinner />}>{signedIn ? <Dashboard /> : <Landing />}</Suspense>;
}
