// The texts of a company profile, each with the website's version. Used in the setup and in the
// profile.
import type { ReactNode } from 'react';
import { SelectField, TextArea, TextField } from '@/shared/forms/fields';
import type { FieldBinding } from '@/shared/forms/use-form';
import { currencyOptions } from '@/shared/lib/currencies';
import styles from './company-form.module.css';
import { BASIC_LABELS, type BasicField } from './company-fields';
import type { FoundField } from './website/use-found';

interface Props {
  bind: (field: BasicField) => FieldBinding;
  /** Rendered below a field. */
  note: (field: FoundField) => ReactNode;
  /** Rendered next to the website. */
  websiteAction?: ReactNode;
  /** Rendered below the website. */
  websiteNote?: ReactNode;
}

export function BasicFields({ bind, note, websiteAction, websiteNote }: Props) {
  const text = (field: BasicField) => ({ ...bind(field), label: BASIC_LABELS[field] });
  return (
    <>
      <div className={styles.noted}>
        <TextField {...text('name')} autoComplete="organization" required />
        {note('name')}
      </div>
      <div className={styles.noted}>
        <div className={websiteAction === undefined ? undefined : styles.website}>
          <TextField {...text('websiteUrl')} type="url" inputMode="url" placeholder="yourcompany.com" />
          {websiteAction}
        </div>
        {websiteNote}
      </div>
      <div className={styles.noted}>
        <TextField {...text('phone')} type="tel" autoComplete="tel" />
        {note('phone')}
      </div>
      <SelectField
        {...text('currency')}
        options={currencyOptions}
        hint="Used for prices without a currency, and for “$” if it is a dollar."
      />
      <div className={styles.noted}>
        <TextArea {...text('aboutUs')} hint="Who you are, in two or three sentences." />
        {note('aboutUs')}
      </div>
      <div className={styles.noted}>
        <TextArea {...text('whyWorkWithUs')} hint="What sets you apart from others." />
        {note('whyWorkWithUs')}
      </div>
      <div className={styles.noted}>
        <TextArea {...text('howWeWork')} hint="The steps of a typical project." />
        {note('howWeWork')}
      </div>
      <div className={styles.noted}>
        <TextArea {...text('whatWeOffer')} hint="Your services." />
        {note('whatWeOffer')}
      </div>
      <div className={styles.noted}>
        <TextArea {...text('testimonials')} hint="Quotes from clients, with their names." />
        {note('testimonials')}
      </div>
      <TextField {...text('caseStudiesLink')} type="url" inputMode="url" placeholder="yourcompany.com/work" />
    </>
  );
}
