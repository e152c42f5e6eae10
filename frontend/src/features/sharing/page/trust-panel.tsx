/** Why the client can trust the sender: the company facts frozen with the proposal. Shows only what is filled in. */
import type { CompanySnapshot } from '@/api/gen/model';

const GUARANTEE_LENGTH = 50;
const shorten = (text: string) =>
  text.length > GUARANTEE_LENGTH ? `${text.slice(0, GUARANTEE_LENGTH).trimEnd()}…` : text;

export function TrustPanel({ company }: { company: CompanySnapshot }) {
  const facts = [
    { label: 'Years in business', value: company.yearsInBusiness },
    { label: 'Team size', value: company.teamSize },
    { label: 'Success metrics', value: company.successMetrics },
    { label: 'Recognition', value: company.industryRecognitions },
  ].filter((fact) => fact.value);
  const { guaranteesOffered: guarantee, clientLogosUrl = '' } = company;
  // A link: the page loads no pictures from other sites, which would learn who reads the proposal.
  const logosHost = URL.canParse(clientLogosUrl) ? new URL(clientLogosUrl).host : undefined;
  if (facts.length === 0 && !guarantee && logosHost === undefined) return null;

  return (
    <section className="trust" aria-label={`About ${company.name}`}>
      <dl>
        {facts.map(({ label, value }) => (
          <div key={label} className="trust-fact">
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {guarantee && (
          <div className="trust-fact trust-wide">
            <dt>Guarantee</dt>
            <dd>
              {guarantee.length > GUARANTEE_LENGTH ? (
                <details>
                  <summary>{shorten(guarantee)}</summary>
                  <p>{guarantee}</p>
                </details>
              ) : (
                guarantee
              )}
            </dd>
          </div>
        )}
        {logosHost !== undefined && (
          <div className="trust-fact">
            <dt>Clients</dt>
            <dd>
              <a href={clientLogosUrl} target="_blank" rel="noopener noreferrer">
                See their logos at {logosHost} <span className="visually-hidden">(opens in a new tab)</span>
              </a>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
