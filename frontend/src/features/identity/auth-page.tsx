// Sign in and sign up, two tabs of one screen; after signing up, "check your email".
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Tabs } from '@/shared/ui/tabs';
import { AuthFrame } from './auth-frame';
import { CheckEmailPanel } from './check-email-panel';
import { SignInForm } from './sign-in-form';
import { SignUpForm } from './sign-up-form';

type Tab = 'login' | 'register';

export function AuthPage() {
  const [params, setParams] = useSearchParams();
  const [registeredEmail, setRegisteredEmail] = useState<string | null>(null);
  const tab: Tab = params.get('tab') === 'register' ? 'register' : 'login';

  const open = (next: Tab) => {
    setParams(
      (before) => {
        if (next === 'register') before.set('tab', 'register');
        else before.delete('tab');
        before.delete('ssoError');
        return before;
      },
      { replace: true },
    );
  };

  if (registeredEmail !== null) {
    return (
      <AuthFrame title="Check Your Email">
        <CheckEmailPanel
          email={registeredEmail}
          onBack={() => {
            setRegisteredEmail(null);
            open('login');
          }}
        />
      </AuthFrame>
    );
  }

  return (
    <AuthFrame title={tab === 'login' ? 'Sign In' : 'Sign Up'}>
      <Tabs
        id="auth"
        label="Account"
        open={tab}
        onOpen={open}
        tabs={[
          { key: 'login', label: 'Sign In', panel: <SignInForm /> },
          { key: 'register', label: 'Sign Up', panel: <SignUpForm onRegistered={setRegisteredEmail} /> },
        ]}
      />
    </AuthFrame>
  );
}
