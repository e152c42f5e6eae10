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
    title: 'This mail domain has not been verified yet',
    text: 'Your workspace has set up single sign-on, but has not yet verified the domain of your address. An admin of the workspace can do that in its single sign-on settings.',
  },
  not_a_member: {
    title: 'You are not a member of this workspace',
    text: 'Your provider signed you in, but the workspace adds people by invitation only. Ask one of its admins to invite you.',
  },
  removed: {
    title: 'You were removed from this workspace',
    text: 'You can no longer sign in with single sign-on. If that is a mistake, ask an admin of the workspace to invite you again.',
  },
  email_missing: {
    title: 'Your provider did not send us your email address',
    text: 'We need it to find your account. Allow it at your provider, or ask an admin of your workspace to configure it.',
  },
  email_not_verified: {
    title: 'Your provider has not verified your email address',
    text: 'Verify your address there, then try again.',
  },
  cancelled: {
    title: 'You cancelled at your provider',
    text: 'You are not signed in. Try again, or sign in another way.',
  },
  provider_refused: {
    title: 'Your provider did not sign you in',
    text: 'It rejected the sign-in, or your account is not allowed to use Proffer. Ask your company’s administrator.',
  },
  provider_unavailable: {
    title: 'Your provider does not answer',
    text: 'Try again in a few minutes, or sign in another way.',
  },
  token_invalid: {
    title: 'Your provider’s answer was not valid',
    text: 'For your security you were not signed in. Try again; if it happens again, tell an admin of your workspace.',
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
    text: 'The owner of a workspace and administrators of the site cannot sign in through a provider. Use your password, or “Forgot password” to choose one.',
  },
  account_elsewhere: {
    title: 'You already work in another workspace',
    text: 'This provider cannot sign in an account that belongs to another workspace. Sign in with your password and accept an invitation to the workspace first.',
  },
  sign_in_first: {
    title: 'Sign in before you link a provider',
    text: 'Your session has ended. Sign in, then link the provider again under Settings, Security.',
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
  text: 'Try again, or sign in another way. If it happens again, tell an admin of your workspace.',
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
