// The closing call to action, on a signature line.
import { paths } from '@/shared/paths';
import { ButtonAnchor } from '@/shared/ui/button';
import { Signature } from './art/signature';
import styles from './closing.module.css';

export function Closing() {
  return (
    <section className={styles.closing} aria-labelledby="closing-heading">
      <h2 id="closing-heading">Your next proposal is already in your notes.</h2>
      <div className={styles.row}>
        <ButtonAnchor className={styles.button} href={paths.auth({ tab: 'register' })}>
          Get Started Free
        </ButtonAnchor>
        <div className={styles.line}>
          <Signature className={styles.signature} />
        </div>
      </div>
    </section>
  );
}
