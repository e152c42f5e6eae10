// The front page inside the app, for who has signed out there. Who comes from outside gets the same as a file without scripts.
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
