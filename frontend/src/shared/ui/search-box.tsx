// The search of a list: the text becomes the ?search= of the address, which the list's query reads.
import { useSearchParams } from 'react-router';
import { useChangeSearch } from '@/shared/lib/use-change-search';
import { SearchField } from './search-field';
import { usePausedText } from './use-paused-text';

interface SearchBoxProps {
  /** What is searched, for screen readers. */
  label: string;
  placeholder: string;
}

export function SearchBox({ label, placeholder }: SearchBoxProps) {
  const [params] = useSearchParams();
  const change = useChangeSearch();
  const [text, setText] = usePausedText(params.get('search') ?? '', (search) => {
    change((params) => {
      if (search === '') params.delete('search');
      else params.set('search', search);
    });
  });
  return <SearchField label={label} placeholder={placeholder} text={text} onText={setText} />;
}
