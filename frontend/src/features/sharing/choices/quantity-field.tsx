/** The quantity: a number between two buttons. An invalid value is reported at once and corrected on blur. */
import { useId, useState } from 'react';
import type { LineItem } from '@/api/gen/model';
import { nearestQuantity, plain, quantityProblem, rangeWords, stepQuantity } from './choices';

interface Props {
  item: LineItem;
  disabled: boolean;
  onChange: (quantity: string) => void;
}

export function QuantityField({ item, disabled, onChange }: Props) {
  const id = useId();
  /** The typed text, until it is a valid quantity. */
  const [typed, setTyped] = useState<string>();
  const quantity = plain(item.quantity);
  const problem = typed === undefined ? undefined : quantityProblem(item, typed);

  const step = (by: 1 | -1) => {
    setTyped(undefined);
    onChange(stepQuantity(item, quantity, by));
  };
  const type = (text: string) => {
    const words = text.trim().replace(',', '.');
    setTyped(words);
    if (quantityProblem(item, words) === undefined && words !== quantity) onChange(plain(words));
  };
  const leave = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    const nearest = nearestQuantity(item, typed, quantity);
    if (nearest !== quantity) onChange(nearest);
  };

  return (
    <div className="quantity">
      <div className="quantity-field">
        <button
          type="button"
          className="quantity-step"
          aria-label={`Fewer: ${item.name}`}
          disabled={disabled || stepQuantity(item, quantity, -1) === quantity}
          onClick={() => {
            step(-1);
          }}
        >
          −
        </button>
        <input
          inputMode="decimal"
          autoComplete="off"
          aria-label={`Quantity: ${item.name}`}
          aria-describedby={`${id}-range`}
          aria-invalid={problem !== undefined}
          disabled={disabled}
          value={typed ?? quantity}
          onChange={(event) => {
            type(event.target.value);
          }}
          onBlur={leave}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            step(event.key === 'ArrowUp' ? 1 : -1);
          }}
        />
        <button
          type="button"
          className="quantity-step"
          aria-label={`More: ${item.name}`}
          disabled={disabled || stepQuantity(item, quantity, 1) === quantity}
          onClick={() => {
            step(1);
          }}
        >
          +
        </button>
      </div>
      <p
        id={`${id}-range`}
        className={problem === undefined ? 'quantity-range' : 'quantity-range quantity-wrong'}
        role={problem === undefined ? undefined : 'alert'}
      >
        {problem ?? rangeWords(item)}
      </p>
    </div>
  );
}
