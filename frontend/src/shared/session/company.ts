// The workspace's company profile. Not having one yet is a valid result (null): it leads to the profile form.
import { queryOptions, useQuery } from '@tanstack/react-query';
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

/** The currency of prices that name none, once the profile is loaded: the server says it with every price. */
export const useHomeCurrency = (): string =>
  useQuery({ ...companyQuery, enabled: false }).data?.currency ?? 'USD';
