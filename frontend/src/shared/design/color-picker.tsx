// A colour: forty presets, or any other in hexadecimal form.
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { TextField } from '@/shared/forms/fields';
import styles from './color-picker.module.css';
import { HEX_MESSAGE, PRESETS, readHex } from './palette';

interface Props {
  label: string;
  /** The use of the colour. */
  hint?: string;
  /** In hexadecimal form. */
  value: string;
  onChange: (hex: string) => void;
}

export function ColorPicker({ label, hint, value, onChange }: Props) {
  const id = useId();
  const [open, setOpen] = useState(false);
  const preset = PRESETS.find(({ hex }) => hex === value);
  return (
    <div className={styles.picker}>
      <button
        type="button"
        className={styles.trigger}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => {
          setOpen(!open);
        }}
      >
        <span className={styles.current} style={{ background: value }} />
        <span className={styles.words}>
          <span className={styles.label}>{label}</span>
          <span className={styles.value}>{preset === undefined ? value : `${preset.name} ${value}`}</span>
        </span>
        <ChevronDown aria-hidden size={18} className={styles.arrow} />
      </button>
      {open && (
        <div id={id} className={styles.panel}>
          {hint !== undefined && <p className={styles.hint}>{hint}</p>}
          <Palette label={label} value={value} onChange={onChange} />
          <CustomHex key={value} label={label} value={value} onChange={onChange} />
        </div>
      )}
    </div>
  );
}

function Palette({ label, value, onChange }: Omit<Props, 'hint'>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={`${label}: preset colors`} className={styles.palette}>
      {PRESETS.map((preset) => (
        <label key={preset.hex} className={styles.preset} title={preset.name}>
          <input
            type="radio"
            name={name}
            aria-label={`${preset.name}, ${preset.hex}`}
            checked={preset.hex === value}
            onChange={() => {
              onChange(preset.hex);
            }}
          />
          <span className={styles.dot} style={{ background: preset.hex }} />
        </label>
      ))}
    </div>
  );
}

/** Applied on blur or Enter; until then an incomplete colour is not an error. */
function CustomHex({ label, value, onChange }: Omit<Props, 'hint'>) {
  const [typed, setTyped] = useState(value);
  const [error, setError] = useState<string>();
  const take = () => {
    const hex = readHex(typed);
    setError(hex === undefined ? HEX_MESSAGE : undefined);
    if (hex !== undefined && hex !== value) onChange(hex);
  };
  return (
    <TextField
      name={`${label} hex`}
      label="Custom color"
      aria-label={`${label}: custom color in hex`}
      value={typed}
      error={error}
      maxLength={7}
      spellCheck={false}
      autoComplete="off"
      placeholder="#3498db"
      onValue={(next) => {
        setTyped(next);
        setError(undefined);
        const hex = next.length === 7 ? readHex(next) : undefined;
        if (hex !== undefined && hex !== value) onChange(hex);
      }}
      onBlur={take}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        take();
      }}
    />
  );
}
