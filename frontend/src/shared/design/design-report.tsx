// The server's adjustments for readability, and the rejected CSS of a design.
import type { ColorRepair, DesignPreview } from '@/api/gen/model';
import { Callout } from '@/shared/ui/callout';
import styles from './design-report.module.css';

export function Repairs({ preview }: { preview: DesignPreview | undefined }) {
  const repairs = preview?.repairs ?? [];
  return (
    <div role="status" className={styles.report}>
      {repairs.length > 0 && (
        <div className={styles.repairs}>
          <p className={styles.title}>Adjusted for readability</p>
          <ul>
            {repairs.map((repair) => (
              <Repair key={repair.role} repair={repair} />
            ))}
          </ul>
        </div>
      )}
    </div>
  );
}

export function Refusals({ preview }: { preview: DesignPreview | undefined }) {
  const refusals = preview?.refusals ?? [];
  return (
    <div role="status" className={styles.report}>
      {refusals.length > 0 && (
        <Callout title="Some of your CSS is removed">
          <ul className={styles.refusals}>
            {refusals.map(({ css, message }, place) => (
              <li key={place}>
                <code>{css}</code> {message}
              </li>
            ))}
          </ul>
        </Callout>
      )}
    </div>
  );
}

function Repair({ repair: { role, asked, used, contrast } }: { repair: ColorRepair }) {
  return (
    <li>
      <span aria-hidden className={styles.pair}>
        <span style={{ background: asked }} />
        <span style={{ background: used }} />
      </span>
      <span>
        Your {asked} is too light here (contrast {contrast} to 1). <strong>{role}</strong> use {used}.
      </span>
    </li>
  );
}
