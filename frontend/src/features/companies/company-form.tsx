// The form of the company profile, in three tabs. One form, one save: changing tabs loses nothing.
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useCreateCompany, useUpdateCompany } from '@/api/gen/companies/companies';
import type { Company } from '@/api/gen/model';
import { isProblem } from '@/api/problem';
import { TextArea, TextField } from '@/shared/forms/fields';
import { useForm, type FieldBinding } from '@/shared/forms/use-form';
import { zodErrors } from '@/shared/forms/zod-errors';
import { paths } from '@/shared/paths';
import { companyQuery } from '@/shared/session/company';
import { sessionQuery, useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { Panel } from '@/shared/ui/panel';
import { Tabs } from '@/shared/ui/tabs';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { companyRules, valuesOf, type CompanyField } from './company-fields';
import styles from './company-form.module.css';

type Bind = (field: CompanyField) => FieldBinding;

/** `company` is null while there is none: the form then creates it. */
export function CompanyForm({ company }: { company: Company | null }) {
  const [tab, setTab] = useState<TabKey>('info');
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const may = useMay();
  const create = useCreateCompany();
  const update = useUpdateCompany();
  const allowed = may(company === null ? 'company:create' : 'company:update');

  const form = useForm({
    initial: valuesOf(company),
    validate: zodErrors(companyRules),
    onInvalid: (field) => {
      setTab(tabOf(field));
    },
    onSubmit: async (data) => {
      const save = company === null ? create : update;
      queryClient.setQueryData(companyQuery.queryKey, await save.mutateAsync({ data }));
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      if (company === null) await navigate(paths.home);
      showToast({
        title: 'Success',
        description:
          company === null
            ? 'Company profile created successfully!'
            : 'Company profile updated successfully!',
      });
    },
    onFail: (error) => {
      if (isProblem(error) && error.code === 'company_exists') {
        void queryClient.invalidateQueries({ queryKey: companyQuery.queryKey });
      }
      toastFailure(error, {
        title: 'Error',
        description: `Failed to ${company === null ? 'create' : 'update'} company profile. Please try again.`,
      });
    },
  });

  return (
    <form {...form.formProps} className={styles.form}>
      {!allowed && (
        <p className={styles.readOnly}>Only the owner and admins of the workspace can change this profile.</p>
      )}
      <fieldset disabled={!allowed} className={styles.fieldset}>
        <Tabs
          id="company"
          label="Company profile"
          open={tab}
          onOpen={setTab}
          keepClosed
          tabs={tabs.map(({ key, label, Fields }) => ({
            key,
            label,
            panel: (
              <Panel className={styles.fields}>
                <Fields bind={form.field} />
              </Panel>
            ),
          }))}
        />
        <div className={styles.save}>
          <Button type="submit" variant="primary" busy={form.submitting}>
            {company === null ? 'Create Company Profile' : 'Save Changes'}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}

function InfoFields({ bind }: { bind: Bind }) {
  return (
    <>
      <TextField {...bind('name')} label="Company name" autoComplete="organization" required />
      <div className={styles.pair}>
        <TextField {...bind('websiteUrl')} label="Website" type="url" placeholder="yourcompany.com" />
        <TextField {...bind('phone')} label="Phone" type="tel" autoComplete="tel" />
      </div>
      <TextArea {...bind('aboutUs')} label="About Us" hint="Who you are, in two or three sentences." />
      <TextArea
        {...bind('whyWorkWithUs')}
        label="Why Work With You"
        hint="What a client gets from you and nobody else."
      />
      <TextArea {...bind('howWeWork')} label="How You Work" hint="The steps of a typical project." />
      <TextArea {...bind('whatWeOffer')} label="What You Offer" hint="Your services." />
      <TextArea {...bind('testimonials')} label="Testimonials" hint="Words of clients, with their names." />
      <TextField
        {...bind('caseStudiesLink')}
        label="Case Studies Link"
        type="url"
        placeholder="yourcompany.com/work"
      />
    </>
  );
}

function TrustFields({ bind }: { bind: Bind }) {
  return (
    <>
      <p className={styles.intro}>Shown to clients beside every proposal you share.</p>
      <div className={styles.pair}>
        <TextField {...bind('yearsInBusiness')} label="Years in business" placeholder="12" />
        <TextField {...bind('teamSize')} label="Team size" placeholder="5 people" />
      </div>
      <TextArea {...bind('successMetrics')} label="Success metrics" rows={3} hint="Results you can prove." />
      <TextArea {...bind('industryRecognitions')} label="Industry recognitions" rows={3} />
      <TextArea {...bind('guaranteesOffered')} label="Guarantees and commitments" rows={3} />
      <TextField {...bind('clientLogosUrl')} label="Client logos URL" type="url" />
    </>
  );
}

function TermsFields({ bind }: { bind: Bind }) {
  return (
    <TextArea
      {...bind('termsAndConditions')}
      label="Terms and Conditions"
      rows={14}
      hint="Added to the end of every proposal."
    />
  );
}

const tabs = [
  { key: 'info', label: 'Company Info', Fields: InfoFields },
  { key: 'trust', label: 'Trust & Credibility', Fields: TrustFields },
  { key: 'terms', label: 'Terms and Conditions', Fields: TermsFields },
] as const;

const trustFields: readonly string[] = [
  'yearsInBusiness',
  'teamSize',
  'successMetrics',
  'industryRecognitions',
  'guaranteesOffered',
  'clientLogosUrl',
] satisfies CompanyField[];

type TabKey = (typeof tabs)[number]['key'];

function tabOf(field: string): TabKey {
  if (field === 'termsAndConditions') return 'terms';
  return trustFields.includes(field) ? 'trust' : 'info';
}
