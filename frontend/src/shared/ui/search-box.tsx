// The search over a list: what is typed becomes the ?search= of the address, which the list's query reads.
import { Search } from 'lucide-react';
import styles from './search-box.module.css';
import { useSearchText } from './use-search-text';

interface SearchBoxProps {
  /** What is searched, for screen readers. */
  label: string;
  placeholder: string;
}

export function SearchBox({ label, placeholder }: SearchBoxProps) {
  const [text, setText] = useSearchText();
  return (
    <div role="search" className={styles.search}>
      <Search aria-hidden size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
        }}
      />
    </div>
  );
}
