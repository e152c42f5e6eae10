// The policies inside the app. Links load them as files; this is for navigation by the app's
// router.
import { FullPageSpinner } from '@/shared/ui/spinner';
import { titles } from '../site/titles';
import { useSite } from '../site/use-site';
import { PrivacyPolicy } from './privacy-policy';
import { TermsOfService } from './terms-of-service';

export function PrivacyScreen() {
  const site = useSite();
  return (
    <>
      <title>{titles.privacy}</title>
      {site === undefined ? <FullPageSpinner /> : <PrivacyPolicy site={site} />}
    </>
  );
}

export function TermsScreen() {
  const site = useSite();
  return (
    <>
      <title>{titles.terms}</title>
      {site === undefined ? <FullPageSpinner /> : <TermsOfService site={site} />}
    </>
  );
}
