// The four steps, each drawn on the same sheet: a name, the notes, the prices, the signature.
import { StageSheet } from './art/stage-sheet';
import page from './landing-page.module.css';
import styles from './how-it-works.module.css';

const steps = [
  {
    title: 'Select Client',
    text: 'Pick who the proposal is for. Their details, and information from their website, are already there.',
  },
  {
    title: 'Paste Meeting Recap',
    text: 'Your notes as they are. Proffer sorts them into needs, solution, prices and dates.',
  },
  {
    title: 'Review & Price',
    text: 'Check every word and figure. Each amount has a source; none is made up.',
  },
  { title: 'Get Proposal', text: 'Send one link. Your client reads, chooses and signs in the browser.' },
];

export function HowItWorks() {
  return (
    <section id="how-it-works" className={`${page.section} ${styles.how}`} aria-labelledby="how-heading">
      <h2 id="how-heading" className={page.heading}>
        How It Works
      </h2>
      <p className={page.intro}>Four steps, from the client’s name to their signature.</p>
      <ol className={styles.steps}>
        {steps.map(({ title, text }, index) => (
          <li key={title} className={styles.step}>
            <StageSheet stage={index + 1} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
