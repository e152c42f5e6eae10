// "Continue with ..." for each provider of the site, and other content below a form. The route
// requests the providers before the screen is shown.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { getListSignInProvidersQueryOptions } from '@/api/gen/identity/identity';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import styles from './auth-page.module.css';

interface OtherSignInMethodsProps {
  returnTo: string | undefined;
  /** Other ways to sign in besides the providers. */
  children?: ReactNode;
}

/** Renders nothing if there is no other way. */
export function OtherSignInMethods({ returnTo, children }: OtherSignInMethodsProps) {
  const { data: providers = [] } = useQuery(getListSignInProvidersQueryOptions());
  if (providers.length === 0 && children === undefined) return null;
  return (
    <div className={styles.otherWays}>
      <span className={styles.or}>or</span>
      {providers.map(({ id, name }) => (
        // Navigates the whole page: the server redirects to the provider.
        <ButtonLink key={id} to={paths.startProvider(id, { returnTo })} reloadDocument block>
          <span className={styles.provider}>Continue with {name}</span>
        </ButtonLink>
      ))}
      {children}
    </div>
  );
}
