// The signed-out front page: what Proffer does, and the two ways in.
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { ButtonLink } from '@/shared/ui/button';
import { Logo } from '@/shared/ui/logo';
import { SchemeToggle } from '@/shared/ui/scheme-toggle';
import { SignedSheet } from '@/shared/ui/signed-sheet';
import styles from './landing-page.module.css';

const steps = [
  { title: 'Select Client', text: 'Pick who the proposal is for. Their details are filled in for you.' },
  { title: 'Paste Meeting Recap', text: 'Your notes are sorted into needs, solution, price and timeline.' },
  { title: 'Review & Price', text: 'You check every word and figure. Totals are worked out by frequency.' },
  { title: 'Get Proposal', text: 'Send a link. Your client accepts and signs it in the browser.' },
];

export function LandingPage() {
  return (
    <div className={styles.page}>
      <title>Proffer: from meeting notes to a signed proposal</title>
      <header className={styles.bar}>
        <Logo />
        <nav aria-label="Account" className={styles.nav}>
          <SchemeToggle />
          <Link to={paths.auth()} className={styles.signIn}>
            Sign In
          </Link>
          <span className={styles.wide}>
            <ButtonLink to={paths.auth({ tab: 'register' })} size="sm">
              Get Started Free
            </ButtonLink>
          </span>
        </nav>
      </header>
      <main>
        <section className={styles.hero}>
          <div className={styles.pitch}>
            <h1 className={styles.headline}>Paste your notes. Send a proposal they can sign.</h1>
            <p className={styles.lead}>
              Proffer turns a meeting recap into a priced proposal, shares it as a link, and takes your
              client’s signature.
            </p>
            <div className={styles.actions}>
              <ButtonLink to={paths.auth({ tab: 'register' })} variant="primary">
                Start Building Proposals
              </ButtonLink>
              <span className={styles.terms}>14-day free trial. No credit card required.</span>
            </div>
          </div>
          <SignedSheet />
        </section>
        <section className={styles.how} aria-labelledby="how-it-works">
          <h2 id="how-it-works">How It Works</h2>
          <ol className={styles.steps}>
            {steps.map(({ title, text }) => (
              <li key={title} className={styles.step}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
      </main>
    </div>
  );
}
