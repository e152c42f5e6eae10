/**
 * At the bottom of a phone: the total and a link to the answer form. Hidden while the form is
 * visible.
 */
import { useEffect, useState } from 'react';
import { formatMoney } from '@/shared/lib/format';
import type { Chosen } from '../choices/use-choices';

export function ActionBar({ chosen, currency }: { chosen: Chosen; currency: string }) {
  const [there, setThere] = useState(false);
  useEffect(() => {
    const panel = document.getElementById('respond');
    if (!panel) return;
    const observer = new IntersectionObserver(([entry]) => {
      setThere(entry?.isIntersecting ?? false);
    });
    observer.observe(panel);
    return () => {
      observer.disconnect();
    };
  }, []);
  const { prices, state } = chosen;
  return (
    <section className="action-bar" aria-label="Total and signature" hidden={there}>
      <p className={state === 'current' ? undefined : 'prices-waiting'}>
        <span className="action-bar-label">Total</span>
        <strong>{formatMoney(prices.totalAmount, currency)}</strong>
      </p>
      <a className="button" href="#respond">
        Review &amp; sign
      </a>
    </section>
  );
}
