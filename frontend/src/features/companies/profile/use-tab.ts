// The open tab, stored in the address. It opens at once and the address follows, so that a field in
// it can take the focus.
import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { tabNamed, type TabKey } from './tabs';

/** Marks the addresses that only follow. */
const FOLLOWS = 'tab';

export function useTab(): [TabKey, (next: TabKey) => void] {
  const [params, setParams] = useSearchParams();
  const location = useLocation();
  const named = tabNamed(params.get('tab'));
  const [open, setOpen] = useState({ tab: named, key: location.key });
  // Unless it only follows the scroll position, the user has opened another one by a link.
  if (open.key !== location.key)
    setOpen({ tab: location.state === FOLLOWS ? open.tab : named, key: location.key });
  return [
    open.tab,
    (tab) => {
      setOpen({ ...open, tab });
      setParams({ tab }, { replace: true, preventScrollReset: true, state: FOLLOWS });
    },
  ];
}
