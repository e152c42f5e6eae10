// The order of the users. It is stored in the address, like the search.
import { useSearchParams } from 'react-router';
import { orderOf, USUAL_ORDER, type Order } from './user-pages-query';

export function useOrder(): [Order, (order: Order) => void] {
  const [params, setParams] = useSearchParams();
  const set = ({ sort, direction }: Order) => {
    setParams(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('sort');
        next.delete('direction');
        if (sort !== USUAL_ORDER.sort || direction !== USUAL_ORDER.direction) {
          next.set('sort', sort);
          next.set('direction', direction);
        }
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [orderOf(params), set];
}
