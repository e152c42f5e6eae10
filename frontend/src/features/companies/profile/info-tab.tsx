// The first tab: the logo, and the texts with their website.
import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRemoveLogo, useScrapeCompany } from '@/api/gen/companies/companies';
import type { Company } from '@/api/gen/model';
import type { useForm } from '@/shared/forms/use-form';
import { companyQuery } from '@/shared/session/company';
import { useMay } from '@/shared/session/session';
import { Button } from '@/shared/ui/button';
import { showToast, toastFailure } from '@/shared/ui/toast/toast-store';
import { BasicFields } from '../basic-fields';
import type { CompanyValues } from '../company-fields';
import { LogoField } from '../logo/logo-field';
import { profileLogo } from '../logo/logo-rules';
import { withScheme } from '../website/address';
import { Industry } from '../website/industry';
import { filledWords, useFound } from '../website/use-found';

/**
 * The minimum time for which the button is busy: an immediate answer would look like no reaction.
 */
const BUSY_MS = 3000;

interface Props {
  company: Company;
  form: ReturnType<typeof useForm<CompanyValues>>;
  readOnly: boolean;
}

export function InfoTab({ company, form, readOnly }: Props) {
  const may = useMay();
  const { found, take, note } = useFound(form);
  const scrape = useScrapeCompany();
  const [held, hold] = useTemporaryFlag(BUSY_MS);

  const fill = async (values: CompanyValues) => {
    hold();
    const websiteUrl = withScheme(values.websiteUrl);
    form.replace({ websiteUrl: values.websiteUrl }, { websiteUrl });
    try {
      const companyName = values.name.trim();
      const company = await scrape.mutateAsync({
        data: { websiteUrl, ...(companyName !== '' && { companyName }) },
      });
      const { filled } = take(company);
      const { industry } = company;
      const detected = industry === undefined ? '' : `Detected industry: ${industry}. `;
      showToast({ title: 'Auto-Fill is done', description: detected + filledWords(filled) });
    } catch (error) {
      toastFailure(error, {
        title: 'Error',
        description: 'Failed to scrape website information. You can still fill the fields manually.',
      });
    }
  };

  return (
    <>
      <CompanyLogo company={company} readOnly={readOnly} />
      <BasicFields
        bind={form.field}
        note={note}
        websiteAction={
          !readOnly &&
          may('assistant:use') && (
            <Button
              icon={<Sparkles size={18} aria-hidden />}
              busy={scrape.isPending || held}
              onClick={() =>
                void form.submit({
                  validate: ({ websiteUrl }) =>
                    websiteUrl.trim() === '' ? { websiteUrl: 'Please enter a website URL first.' } : {},
                  onSubmit: (values) => {
                    void fill(values);
                    return Promise.resolve();
                  },
                })
              }
            >
              Auto-Fill Profile
            </Button>
          )
        }
        websiteNote={<Industry found={found} />}
      />
    </>
  );
}

/** Saved at once, apart from the form: a picture needs no further editing. */
function CompanyLogo({ company, readOnly }: { company: Company; readOnly: boolean }) {
  const queryClient = useQueryClient();
  const remove = useRemoveLogo();
  const show = (logoUrl: string | undefined) => {
    queryClient.setQueryData(companyQuery.queryKey, (now) => {
      if (now == null) return now;
      const { logoUrl: _before, ...rest } = now;
      return { ...rest, ...(logoUrl !== undefined && { logoUrl }) };
    });
  };
  const drop = async () => {
    try {
      await remove.mutateAsync();
      show(undefined);
      showToast({ title: 'Success', description: 'Your logo has been removed.' });
    } catch (error) {
      toastFailure(error, {
        title: 'Error',
        description: 'Your logo could not be removed. Please try again.',
      });
    }
  };
  return (
    <LogoField
      rules={profileLogo}
      logoUrl={company.logoUrl ?? ''}
      readOnly={readOnly}
      removing={remove.isPending}
      onUploaded={(objectPath) => {
        show(objectPath);
        showToast({ title: 'Success', description: 'Your proposals now show your logo.' });
      }}
      onRemove={() => void drop()}
    />
  );
}

/** True for that long after each `hold()`. */
function useTemporaryFlag(milliseconds: number): [boolean, () => void] {
  const [held, setHeld] = useState(false);
  const timer = useRef<number>(undefined);
  useEffect(
    () => () => {
      window.clearTimeout(timer.current);
    },
    [],
  );
  return [
    held,
    () => {
      setHeld(true);
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        setHeld(false);
      }, milliseconds);
    },
  ];
}
