// Tests the connection without a sign-in, and shows the result of each check.
import { CircleCheck, CircleX, FlaskConical } from 'lucide-react';
import { useTestSsoConnection } from '@/api/gen/identity/identity';
import type { SsoTest } from '@/api/gen/model';
import { userMessage } from '@/api/problem';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Callout } from '@/shared/ui/callout';
import { SettingsPanel } from '@/shared/ui/settings-panel';
import styles from './sso.module.css';

const names: ReadonlyMap<string, string> = new Map([
  ['discovery', 'Configuration of the provider'],
  ['issuer', 'Issuer'],
  ['endpoints', 'Endpoints'],
  ['keys', 'Signing keys'],
  ['algorithms', 'Signing algorithms'],
  ['client', 'Client ID and secret'],
  ['domains', 'Domains'],
]);

export function TestPanel() {
  const may = useMay();
  const test = useTestSsoConnection();
  if (!may('sso:update')) return null;
  return (
    <SettingsPanel
      title="Test"
      lead="Tests the saved connection without signing in."
      action={
        <Button
          icon={<FlaskConical aria-hidden size={17} />}
          busy={test.isPending}
          onClick={() => {
            test.mutate();
          }}
        >
          {test.isPending ? 'Testing...' : 'Test Connection'}
        </Button>
      }
    >
      {test.isError && (
        <Callout tone="danger" announced title="The test could not be run">
          <p>{userMessage(test.error, 'Please try again.')}</p>
        </Callout>
      )}
      {test.data !== undefined && <Result result={test.data} />}
    </SettingsPanel>
  );
}

function Result({ result: { ok, checks } }: { result: SsoTest }) {
  const failed = checks.filter((check) => !check.ok).length;
  return (
    <div role="status" className={styles.result}>
      <p className={styles.verdict} data-ok={ok}>
        {ok ? 'All checks passed.' : failed === 1 ? 'One check failed.' : `${String(failed)} checks failed.`}
      </p>
      <ul className={styles.checks}>
        {checks.map((check) => (
          <li key={check.name} data-ok={check.ok}>
            {check.ok ? <CircleCheck aria-hidden size={20} /> : <CircleX aria-hidden size={20} />}
            <div>
              <p className={styles.check}>
                {names.get(check.name) ?? check.name}
                <span className="visually-hidden">{check.ok ? ': right' : ': wrong'}</span>
              </p>
              <p className={styles.said}>{check.message}</p>
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
