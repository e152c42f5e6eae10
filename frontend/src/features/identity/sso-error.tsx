// Why a provider's callback did not end in a sign-in. The server puts a code into the address.
import { Callout } from '@/shared/ui/callout';

interface Reason {
  title: string;
  text: string;
}

const reasons: Readonly<Record<string, Reason>> = {
  account_exists: {
    title: 'You already have an account with this address',
    text: 'Sign in with your password first, then link this provider under Settings, Security. From then on you can use either.',
  },
  identity_taken: {
    title: 'This sign-in belongs to another account',
    text: 'It is linked to another account here. Sign in with it to see which one; unlink it there if you want it on this one.',
  },
  domain_not_proven: {
    title: 'This mail domain has not been proven yet',
    text: 'Your workspace has set up single sign-on, but not yet proven that the domain of your address is theirs. An admin of the workspace can do that in its single sign-on settings.',
  },
  not_a_member: {
    title: 'You are not a member of this workspace',
    text: 'Your provider knows you, but the workspace adds people by invitation only. Ask one of its admins to invite you.',
  },
  removed: {
    title: 'You were removed from this workspace',
    text: 'Single sign-on no longer lets you in. If that is a mistake, ask an admin of the workspace to invite you again.',
  },
  email_missing: {
    title: 'Your provider did not tell us your email address',
    text: 'We need it to know whose account this is. Allow it there, or ask an admin of your workspace to have it sent along.',
  },
  email_not_verified: {
    title: 'Your provider has not verified your email address',
    text: 'Verify your address there, then try again.',
  },
  cancelled: {
    title: 'You cancelled at your provider',
    text: 'Nothing has happened. Try again whenever you like, or sign in another way.',
  },
  provider_refused: {
    title: 'Your provider did not sign you in',
    text: 'It refused, or you are not allowed to use Proffer with that account. Ask whoever looks after it in your company.',
  },
  provider_unavailable: {
    title: 'Your provider does not answer',
    text: 'Try again in a few minutes, or sign in another way.',
  },
  token_invalid: {
    title: 'Your provider’s answer was not valid',
    text: 'To be safe we did not sign you in. Try again; if it keeps happening, tell an admin of your workspace.',
  },
  not_available: {
    title: 'This single sign-on is not available',
    text: 'It may have been switched off. Sign in another way, or ask an admin of your workspace.',
  },
  sso_required: {
    title: 'Your team signs in with single sign-on',
    text: 'This provider is not the one your team has chosen. Use “Sign in with single sign-on” with your work email.',
  },
  password_required: {
    title: 'Sign in with your password',
    text: 'This account owns the workspace or administers the site, so no provider signs it in. Use your password, or “Forgot password” to choose one.',
  },
  account_elsewhere: {
    title: 'You already work in another workspace',
    text: 'This provider does not sign in an account that works elsewhere. Sign in with your password and accept an invitation to the workspace first.',
  },
  sign_in_first: {
    title: 'Sign in before you link a provider',
    text: 'Your session ended meanwhile. Sign in, then link it again under Settings, Security.',
  },
  expired: {
    title: 'That took too long',
    text: 'The sign-in was started too long ago, or in another browser. Please start again.',
  },
  internal_error: {
    title: 'Something went wrong on our side',
    text: 'You were not signed in. Please try again in a moment.',
  },
};

/** For codes of a newer server. */
const unknown: Reason = {
  title: 'Single sign-on failed',
  text: 'Try again, or sign in another way. If it keeps happening, tell an admin of your workspace.',
};

export function SsoErrorCallout({ code }: { code: string | null }) {
  if (code === null) return null;
  const { title, text } = (Object.hasOwn(reasons, code) ? reasons[code] : undefined) ?? unknown;
  return (
    <Callout tone="danger" title={title} announced>
      <p>{text}</p>
    </Callout>
  );
}
