// The terms of service: trial, price, cancellation, permitted use, and the legal value of a
// signature.
import { paths } from '@/shared/paths';
import type { Site } from '../site/site';
import { PolicyPage, SupportAddress, type Part } from './policy-page';

const parts = (site: Site): Part[] => [
  {
    id: 'agreement',
    title: 'The agreement',
    text: (
      <p>
        These terms apply between you and the operator of Proffer when you open an account or use one. If you
        act for a company, you confirm that you may agree for it. Proffer is made for businesses and
        professionals.
      </p>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    text: (
      <p>
        Give a working email address, keep your password to yourself, and tell us if another person has
        learned it. You are responsible for what is done with your account and for the people you invite to
        your workspace.
      </p>
    ),
  },
  {
    id: 'trial',
    title: 'Free trial',
    text: (
      <p>
        Every new workspace can use Proffer for 14 days free of charge and without a credit card. The trial
        ends automatically and never becomes a paid subscription by itself. Without a subscription you can
        still sign in and read your data; new proposals need a plan. Your clients can still open what they
        have received.
      </p>
    ),
  },
  {
    id: 'price',
    title: 'Price and payment',
    text: (
      <p>
        The Pro plan costs $9 per month for each user, plus taxes where they apply. It is paid in advance by
        card through our payment provider and renews each month. When users join or leave, the difference is
        charged or credited for the rest of the month. We announce a new price at least 30 days before it
        applies to you, and you can cancel before that.
      </p>
    ),
  },
  {
    id: 'cancelling',
    title: 'Cancelling',
    text: (
      <p>
        You can cancel anytime in the billing portal of your workspace. The plan then runs to the end of the
        month that is paid for and does not renew. You can delete your account at any time in its settings.
      </p>
    ),
  },
  {
    id: 'use',
    title: 'Acceptable use',
    text: (
      <>
        <p>You may not use Proffer to</p>
        <ul>
          <li>break the law, deceive people, or offer what you are not allowed to offer;</li>
          <li>send messages to people who do not expect them, or impersonate another person;</li>
          <li>enter data or texts that you have no right to use;</li>
          <li>upload malware, probe or overload the service, or get around its limits;</li>
          <li>resell access to it, or copy it to build a competing product.</li>
        </ul>
      </>
    ),
  },
  {
    id: 'content',
    title: 'Your content',
    text: (
      <p>
        What you and your clients enter remains yours. You allow us to store, process and show it only as
        needed to provide the product to you. How we handle personal data is described in the{' '}
        <a href={paths.privacyPolicy}>Privacy Policy</a>.
      </p>
    ),
  },
  {
    id: 'assistant',
    title: 'The assistant',
    text: (
      <p>
        The assistant makes drafts and can be wrong. You check texts, figures and promises before you send
        them; what you send is your offer, not ours. Use of the assistant is limited by a monthly quota, shown
        in the settings.
      </p>
    ),
  },
  {
    id: 'signatures',
    title: 'Proposals and signatures',
    text: (
      <p>
        A proposal that your client accepts is an agreement between you and your client; we are not a party to
        it. Proffer records electronic signatures with evidence of who agreed to what and when. Some documents
        need another form by law, such as handwriting or a notary: it is your responsibility to check whether
        yours does.
      </p>
    ),
  },
  {
    id: 'service',
    title: 'The service',
    text: (
      <p>
        We work to keep Proffer available and your data safe, and we keep improving it. Maintenance and faults
        can interrupt it. If we remove something important, we announce it early enough for you to export your
        documents.
      </p>
    ),
  },
  {
    id: 'termination',
    title: 'Suspension and termination',
    text: (
      <>
        <p>
          We may suspend or close an account that breaks these terms, harms others or is not paid for. If it
          is not urgent, we tell you first and give you time to correct it.
        </p>
        <p>
          Payments are not refunded, with one exception: if we terminate your account for abuse, we refund the
          last month’s payment, and only that.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Warranty and liability',
    text: (
      <p>
        Proffer is provided as it is. As far as the law allows, we are not liable for lost profit, lost
        business or other indirect damage, and our total liability is limited to what you have paid us in the
        preceding twelve months. Nothing here limits liability for intent, gross negligence, or harm to life
        and health.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Changes of these terms',
    text: (
      <p>
        We may change these terms for good reason. We tell users by mail at least 30 days before; if you do
        not agree, you can cancel until then. If one clause is invalid, the others remain in force.
      </p>
    ),
  },
  {
    id: 'contact',
    title: 'Contact',
    text: (
      <p>
        Questions about these terms: <SupportAddress site={site} />.
      </p>
    ),
  },
];

export function TermsOfService({ site }: { site: Site }) {
  return (
    <PolicyPage
      site={site}
      title="Terms of Service"
      intro="The rules for using Proffer: what it costs, how to cancel, what is not allowed, and the legal effect of signatures."
      parts={parts(site)}
    />
  );
}
