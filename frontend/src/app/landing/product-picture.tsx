// The client's page as a picture taken by `npm run photos`: on a desktop, and in front of it the
// prices on a phone. A narrow screen shows only the phone.
import desk from './pictures/client-page.webp';
import phone from './pictures/client-page-phone.webp';
import styles from './product-picture.module.css';

export function ProductPicture() {
  return (
    <figure className={styles.figure}>
      <div className={styles.pictures}>
        <img
          className={styles.desk}
          src={desk}
          width={1656}
          height={1104}
          loading="lazy"
          decoding="async"
          alt="A proposal by Northlight Studio for Harbor & Pine in a browser: its title, facts about the studio, an overview, and a total of $8,100.00 above a button that reads Review & sign."
        />
        <img
          className={styles.phone}
          src={phone}
          width={780}
          height={1520}
          loading="lazy"
          decoding="async"
          alt="The prices of the same proposal on a phone: a catalogue for $4,500.00, hosting for $300.00 a month, and product photography to be ticked if wanted."
        />
      </div>
      <figcaption>The page a client opens, taken from the product.</figcaption>
    </figure>
  );
}
