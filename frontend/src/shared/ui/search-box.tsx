// The search of a list: the text becomes the ?search= of the address, which the list's query reads.
import { useSearchParams } from 'react-router';
import { SearchField } from './search-field';
import { usePausedText } from './use-paused-text';

interface SearchBoxProps {
  /** What is searched, for screen readers. */
  label: string;
  placeholder: string;
}

export function SearchBox({ label, placeholder }: SearchBoxProps) {
  const [params, setParams] = useSearchParams();
  const [text, setText] = usePausedText(params.get('search') ?? '', (search) => {
    setParams(
      (now) => {
        const params = new URLSearchParams(now);
        if (search === '') params.delete('search');
        else params.set('search', search);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  });
  return <SearchField label={label} placeholder={placeholder} text={text} onText={setText} />;
}
