// The landing page inside the app, after signing out. Other visitors get the same page as a file without
// scripts.
import { FullPageSpinner } from '@/shared/ui/spinner';
import { titles } from '../site/titles';
import { useSite } from '../site/use-site';
import { LandingPage } from './landing-page';

export function LandingScreen() {
  const site = useSite();
  return (
    <>
      <title>{titles.landing}</title>
      {site === undefined ? <FullPageSpinner /> : <LandingPage site={site} />}
    </>
  );
}
