// The privacy policy: which data the product stores, about whom, why and for how long.
import type { Site } from '../site/site';
import { PolicyPage, SupportAddress, type Part } from './policy-page';

const parts = (site: Site): Part[] => [
  {
    id: 'who',
    title: 'Whose data this is about',
    text: (
      <>
        <p>
          This policy covers two groups of people. <strong>Users</strong> have an account and write proposals.{' '}
          <strong>Clients</strong> receive a proposal by a link and need no account.
        </p>
        <p>
          For the data of users we decide why and how it is processed. What users enter about their clients,
          and what clients answer, we process on behalf of the user’s company, which is responsible to its
          clients for it.
        </p>
      </>
    ),
  },
  {
    id: 'users',
    title: 'What we keep about users',
    text: (
      <ul>
        <li>
          <strong>Account:</strong> name, email address, a hash of the password (never the password itself), a
          profile picture if you add one, and, if you sign in through another provider, the id it gives you.
        </li>
        <li>
          <strong>Company profile:</strong> what you write about your company, its logo, colors, texts and
          terms.
        </li>
        <li>
          <strong>Work:</strong> clients, meeting recaps, proposals with all their versions, the conversation
          with the assistant, and the answers of your clients.
        </li>
        <li>
          <strong>Use:</strong> how many requests you make to the assistant each month, what they cost, your
          signed-in devices, and a log of changes in your workspace with their author and time.
        </li>
        <li>
          <strong>Payment:</strong> the state of your subscription and an id at our payment provider. Card
          numbers go to that provider and never to us.
        </li>
        <li>
          <strong>Messages:</strong> what you send us by the contact form or by mail.
        </li>
      </ul>
    ),
  },
  {
    id: 'clients',
    title: 'What we keep about clients',
    text: (
      <>
        <ul>
          <li>
            <strong>Details</strong> that the user enters: names, company, email address, telephone, address
            and website, and what that public website says about the company.
          </li>
          <li>
            <strong>Reading:</strong> when a proposal was opened, how long its parts were on the screen, and
            the name of the browser. Of the network address and the device we keep only keyed hashes, the
            first of which changes every day. No cookie is set for it.
          </li>
          <li>
            <strong>Answers:</strong> acceptance, decline, questions and requests for changes, with the name
            and email address given there.
          </li>
        </ul>
      </>
    ),
  },
  {
    id: 'signatures',
    title: 'Evidence of signatures',
    text: (
      <>
        <p>
          Who signs a proposal gives a name, an email address, a typed signature and consent to sign
          electronically. With it we record the time, the network address, the name of the browser, the exact
          version that was signed, the choices made in it, and the total.
        </p>
        <p>
          This evidence is sealed in a PDF document that both sides receive. It exists to prove the agreement
          to both of them, so it can be neither changed nor taken out afterwards, and it is kept even when the
          proposal itself is deleted, until the workspace that sent the proposal is deleted.
        </p>
      </>
    ),
  },
  {
    id: 'why',
    title: 'Why we process it',
    text: (
      <ul>
        <li>To provide the product to you: this is our contract with you.</li>
        <li>
          To keep it safe, to prevent abuse, to count use against its limits and to prove signatures: this is
          our legitimate interest, and yours.
        </li>
        <li>To keep invoices and answer authorities, where the law asks for it.</li>
        <li>To send notifications that you asked for; every such mail has a link that ends them.</li>
      </ul>
    ),
  },
  {
    id: 'assistant',
    title: 'The assistant',
    text: (
      <p>
        To read a recap, draft a proposal or answer in the chat, the texts needed for it are sent to a
        provider of language models, who may use them only to answer. We do not use your texts or those of
        your clients to train models, and the assistant decides nothing about people: what it writes is a
        draft that a person checks and sends.
      </p>
    ),
  },
  {
    id: 'processors',
    title: 'Who works for us',
    text: (
      <>
        <p>
          We use a few companies to run Proffer, each bound by contract to process data only as we say: for
          hosting and databases, for storing files, for delivering mail, for payments, and for the language
          models of the assistant. Write to us for the current list.
        </p>
        <p>
          Where such a company works outside your country, the transfer is covered by the safeguards that the
          law provides for it. We sell no data, show no advertisements, and load nothing from other sites in
          our pages.
        </p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies',
    text: (
      <p>
        One cookie keeps you signed in. Another proves that you have signed in on this browser before, so that
        other people’s failed sign-ins with your address do not lock you out; it is kept for 180 days. Both
        are needed for that and for nothing else. Your browser also remembers, on your device only, whether
        you chose light or dark colors, and words you have not yet saved. There are no cookies for advertising
        or analysis.
      </p>
    ),
  },
  {
    id: 'how-long',
    title: 'How long we keep it',
    text: (
      <ul>
        <li>Your account and what is in your workspace: until you delete it.</li>
        <li>A deleted client or proposal: it is removed at once, except evidence of signatures.</li>
        <li>
          A deleted account: its data is removed at once, as are workspaces of which you are the only member.
          What you did in other people’s workspaces stays there and belongs to them.
        </li>
        <li>Links to verify an address or to set a new password: 24 hours or less.</li>
        <li>Backups: until they are overwritten.</li>
        <li>Messages to us: as long as we need them to answer you.</li>
        <li>Invoices and payment records: as long as tax law requires.</li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    text: (
      <>
        <p>
          You can see and correct your data in the product, export your proposals as documents, and delete
          your account in its settings. You can also ask us for a copy of your data, for its correction,
          deletion or restriction, object to its processing, and complain to your data protection authority.
        </p>
        <p>
          Clients turn first to the company that sent the proposal; we help that company to answer. In any
          case you can write to <SupportAddress site={site} />, and we answer within one month.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'How we protect it',
    text: (
      <p>
        Connections are encrypted. The database itself separates the workspaces from each other. Passwords and
        the keys of sessions are stored as hashes only, and what administrators of the site do is logged. If
        data is exposed in spite of that, we inform the people concerned and the authorities without delay.
      </p>
    ),
  },
  {
    id: 'changes',
    title: 'Children, changes and contact',
    text: (
      <>
        <p>
          Proffer is for business use, and not for people under 16. When this policy changes in a way that
          matters, we tell users by mail before it takes effect; the date at the top says which version you
          are reading.
        </p>
        <p>
          Questions about any of this: <SupportAddress site={site} />.
        </p>
      </>
    ),
  },
];

export function PrivacyPolicy({ site }: { site: Site }) {
  return (
    <PolicyPage
      site={site}
      title="Privacy Policy"
      intro="What Proffer keeps about you and about your clients, why, for how long, and how you have it deleted. In plain language."
      parts={parts(site)}
    />
  );
}
