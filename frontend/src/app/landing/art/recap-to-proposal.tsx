// Drawing on the first screen: marked notes of a call, and the resulting sheet, with the same facts
// and a signature. Words and prices match the product's picture further down the page.
import { Signature } from './signature';
import styles from './recap-to-proposal.module.css';

export function RecapToProposal() {
  return (
    <div
      className={styles.stage}
      role="img"
      aria-label="Notes of a call on a pad, with the needs and prices marked; before them the proposal made from these notes, with its prices added up and the client’s signature."
    >
      <div className={styles.pad}>
        <b>Call, Harbor &amp; Pine</b>
        <p>
          Shop is <mark>slow on phones</mark>, buyers leave before prices load.
        </p>
        <p>
          Want a <mark>new catalogue</mark> + configurator.
        </p>
        <p>
          <mark>4,500 once</mark>, <mark>300 monthly</mark> for hosting.
        </p>
      </div>
      <div className={styles.back} />
      <div className={styles.sheet}>
        <small>Northlight Studio for Harbor &amp; Pine</small>
        <b className={styles.title}>New catalogue with a configurator</b>
        <i className={styles.line} />
        <i className={`${styles.line} ${styles.short}`} />
        <div className={styles.prices}>
          <span>Catalogue, one-time</span>
          <span>
            <mark>$4,500.00</mark>
          </span>
          <span>Hosting, monthly</span>
          <span>
            <mark>$300.00</mark>
          </span>
          <b>First year in total</b>
          <b>$8,100.00</b>
        </div>
        <div className={styles.signing}>
          <Signature className={styles.signature} />
          <span className={styles.flag}>Sign here</span>
        </div>
        <small>Marguerite Delacroix, Harbor &amp; Pine</small>
      </div>
    </div>
  );
}
