// The workspace's company profile. Not having one yet is a valid result (null): it leads to the profile form.
import { queryOptions } from '@tanstack/react-query';
import { getCompany, getGetCompanyQueryKey } from '@/api/gen/companies/companies';
import type { Company } from '@/api/gen/model';
import { isProblem } from '@/api/problem';

export const companyQuery = queryOptions({
  queryKey: getGetCompanyQueryKey(),
  queryFn: async ({ signal }): Promise<Company | null> => {
    try {
      return await getCompany({ signal });
    } catch (error) {
      if (isProblem(error) && error.code === 'company_not_found') return null;
      throw error;
    }
  },
});
