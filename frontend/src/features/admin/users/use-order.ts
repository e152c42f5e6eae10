// The order of the users. It is stored in the address, like the search.
import { useSearchParams } from 'react-router';
import { useChangeSearch } from '@/shared/lib/use-change-search';
import { orderOf, USUAL_ORDER, type Order } from './user-pages-query';

export function useOrder(): [Order, (order: Order) => void] {
  const [params] = useSearchParams();
  const change = useChangeSearch();
  const set = ({ sort, direction }: Order) => {
    change((params) => {
      params.delete('sort');
      params.delete('direction');
      if (sort !== USUAL_ORDER.sort || direction !== USUAL_ORDER.direction) {
        params.set('sort', sort);
        params.set('direction', direction);
      }
    });
  };
  return [orderOf(params), set];
}
