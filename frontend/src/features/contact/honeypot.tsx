// A hidden field that only programs fill in. The server discards messages in which it is filled.
import type { FieldBinding } from '@/shared/forms/use-form';

export function Honeypot({ name, value, onValue }: FieldBinding) {
  return (
    // Out of sight instead of `hidden`, because programs skip hidden fields.
    <div className="visually-hidden" aria-hidden>
      <label>
        Leave this empty
        <input
          type="text"
          name={name}
          value={value}
          tabIndex={-1}
          autoComplete="off"
          onChange={(event) => {
            onValue(event.target.value);
          }}
        />
      </label>
    </div>
  );
}
