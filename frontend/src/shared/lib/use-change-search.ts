// Changes the parameters of the address.
import { use } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useNavigate,
  type NavigateOptions,
} from 'react-router';

type ChangeSearch = (change: (params: URLSearchParams) => void, options?: NavigateOptions) => void;

/**
 * Replaces the address. Each change starts from the latest one, which may not be rendered yet: of two quick changes
 * `useSearchParams` would lose the first. `change` modifies the parameters it receives.
 */
export function useChangeSearch(): ChangeSearch {
  const context = use(DataRouterContext);
  const navigate = useNavigate();
  return (change, options) => {
    const { location, navigation } = context?.router.state ?? {};
    const isPending = navigation?.location?.pathname === location?.pathname;
    const params = new URLSearchParams((isPending ? navigation?.location : location)?.search);
    change(params);
    void navigate({ search: params.toString() }, { replace: true, preventScrollReset: true, ...options });
  };
}
