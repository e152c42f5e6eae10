// The end of the setup: saves the company, then its design, then goes home. A profile without a
// design is valid; a design without a profile is not.
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import {
  getGetTemplatePreferencesQueryKey,
  useCreateCompany,
  useSaveTemplatePreferences,
} from '@/api/gen/companies/companies';
import type { Company, CurrentUser } from '@/api/gen/model';
import { isProblem, isSignedOut } from '@/api/problem';
import type { DesignChoice } from '@/shared/design/choice';
import { paths } from '@/shared/paths';
import { companyQuery } from '@/shared/session/company';
import { browserDrafts } from '@/shared/session/drafts';
import { sessionQuery } from '@/shared/session/session';
import { showToast } from '@/shared/ui/toast/toast-store';
import { basicFields } from '../company-fields';
import { withScheme } from '../website/address';
import { SETUP, type SetupValues } from './draft';

export function useFinish(user: CurrentUser) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const create = useCreateCompany();
  const saveDesign = useSaveTemplatePreferences();

  /** An existing company of that name is ours: the response to an earlier attempt was lost. */
  const companyOf = async (values: SetupValues): Promise<Company> => {
    const basics = Object.fromEntries(basicFields.map((field) => [field, values[field].trim()]));
    const { logoUrl } = values;
    try {
      return await create.mutateAsync({
        data: {
          ...basics,
          websiteUrl: withScheme(values.websiteUrl),
          ...(logoUrl !== '' && { logoUrl }),
        },
      });
    } catch (error) {
      if (!isProblem(error) || error.code !== 'company_exists') throw error;
      const there = await queryClient.query({ ...companyQuery, staleTime: 0 });
      if (there?.name !== values.name.trim()) throw error;
      return there;
    }
  };

  return async (values: SetupValues, choice: DesignChoice): Promise<void> => {
    const company = await companyOf(values);
    const { templateId, primaryColor, secondaryColor, accentColor } = choice;
    let designFailed = false;
    try {
      const design = await saveDesign.mutateAsync({
        data: { templateId, primaryColor, secondaryColor, accentColor },
      });
      queryClient.setQueryData(getGetTemplatePreferencesQueryKey(), design);
    } catch (error) {
      if (isSignedOut(error)) throw error;
      designFailed = true;
    }
    browserDrafts.clear(SETUP, user);
    queryClient.setQueryData(companyQuery.queryKey, company);
    void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    await navigate(paths.home);
    showToast(
      designFailed
        ? {
            title: 'Failed to save your template preferences...',
            description: 'You can choose them again in your company profile, under Template Design.',
            variant: 'destructive',
          }
        : { title: 'Success', description: 'Company profile created successfully!' },
    );
  };
}
