// The tabs with text only: trust, terms, and instructions for the assistant.
import type { Company } from '@/api/gen/model';
import { TextArea, TextField } from '@/shared/forms/fields';
import type { FieldBinding } from '@/shared/forms/use-form';
import { Badge } from '@/shared/ui/badge';
import { LABELS, type CompanyField } from '../company-fields';
import styles from '../company-form.module.css';

type Bind = (field: CompanyField) => FieldBinding;

const labelled = (bind: Bind, field: CompanyField) => ({ ...bind(field), label: LABELS[field] });

export function TrustTab({ bind, company }: { bind: Bind; company: Company }) {
  return (
    <>
      <p className={styles.intro}>Shown to clients beside every proposal you share.</p>
      <div className={styles.pair}>
        <TextField {...labelled(bind, 'yearsInBusiness')} placeholder="12" />
        <TextField {...labelled(bind, 'teamSize')} placeholder="5 people" />
      </div>
      <TextArea {...labelled(bind, 'successMetrics')} rows={3} hint="Results you can prove." />
      <TextArea {...labelled(bind, 'industryRecognitions')} rows={3} />
      <TextArea {...labelled(bind, 'guaranteesOffered')} rows={3} />
      <TextField
        {...labelled(bind, 'clientLogosUrl')}
        type="url"
        inputMode="url"
        hint="A page that shows the logos of your clients. Proposals link to it."
      />
      <ComingSoon name="certifications" label="Certifications" value={company.certifications.join('\n')} />
      <ComingSoon name="awards" label="Awards" value={company.awards.join('\n')} />
    </>
  );
}

export function TermsTab({ bind }: { bind: Bind }) {
  return (
    <TextArea
      {...labelled(bind, 'termsAndConditions')}
      rows={14}
      hint="Added to the end of every proposal."
    />
  );
}

export function RulesTab({ bind, enabled }: { bind: Bind; enabled: boolean }) {
  const { name, value } = bind('customAiRules');
  return (
    <>
      <p className={styles.intro}>
        Rules for the style of texts written for you: words to use or avoid, and how formal they are. They
        never change facts or prices.
      </p>
      {enabled ? (
        <TextArea
          {...labelled(bind, 'customAiRules')}
          rows={10}
          placeholder="Write in the first person plural. Never say “cutting-edge”."
        />
      ) : (
        <ComingSoon name={name} label={LABELS.customAiRules} value={value} rows={10} />
      )}
    </>
  );
}

/** A field that cannot be filled in yet. */
function ComingSoon({
  name,
  label,
  value,
  rows = 2,
}: {
  name: string;
  label: string;
  value: string;
  rows?: number;
}) {
  return (
    <TextArea
      name={name}
      label={label}
      value={value}
      error={undefined}
      onValue={() => undefined}
      rows={rows}
      hint={<Badge>Coming Soon</Badge>}
      disabled
    />
  );
}
