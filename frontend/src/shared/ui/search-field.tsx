// The text field for searching a list.
import { Search } from 'lucide-react';
import styles from './search-field.module.css';

interface SearchFieldProps {
  /** What is searched, for screen readers. */
  label: string;
  placeholder: string;
  text: string;
  onText: (text: string) => void;
  /** Takes the full width of its container. */
  wide?: boolean;
}

export function SearchField({ label, placeholder, text, onText, wide = false }: SearchFieldProps) {
  return (
    <div role="search" className={wide ? styles.search : `${styles.search} ${styles.narrow}`}>
      <Search aria-hidden size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          onText(event.target.value);
        }}
      />
    </div>
  );
}
