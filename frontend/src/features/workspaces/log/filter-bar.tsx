// The filters of the audit log: actor, object, action, time. They are stored in the address.
import { useEffect, useEffectEvent, useState, type Ref } from 'react';
import { SelectField, TextField } from '@/shared/forms/fields';
import { Button } from '@/shared/ui/button';
import { isFiltered, type FilterName, type Filters } from './filters';
import styles from './audit-log.module.css';
import { actionChoices, choicesWith, objectChoices } from './sentence';

const PAUSE_MS = 250;

interface FilterBarProps {
  ref: Ref<HTMLDivElement>;
  filters: Filters;
  onFilter: (name: FilterName, value: string) => void;
  onClear: () => void;
}

export function FilterBar({ ref, filters, onFilter, onClear }: FilterBarProps) {
  const select = (name: FilterName) => ({
    name,
    value: filters[name],
    error: undefined,
    onValue: (value: string) => {
      onFilter(name, value);
    },
  });
  return (
    <div ref={ref} role="search" aria-label="Filter the audit log" className={styles.filters}>
      <ActorField
        actor={filters.actor}
        onActor={(value) => {
          onFilter('actor', value);
        }}
      />
      <SelectField
        {...select('object')}
        label="What"
        options={[{ value: '', label: 'Everything' }, ...choicesWith(objectChoices, filters.object)]}
      />
      <SelectField
        {...select('action')}
        label="Action"
        options={[{ value: '', label: 'Any action' }, ...choicesWith(actionChoices, filters.action)]}
      />
      <TextField {...select('from')} label="From" type="date" max={filters.to || undefined} />
      <TextField {...select('to')} label="To" type="date" min={filters.from || undefined} />
      {isFiltered(filters) && (
        <Button variant="ghost" className={styles.clear} onClick={onClear}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** Typed text becomes a filter once the typing pauses. */
function ActorField({ actor, onActor }: { actor: string; onActor: (actor: string) => void }) {
  const [text, setText] = useState(actor);
  // The current value after the pause: other filters may have changed meanwhile.
  const apply = useEffectEvent(onActor);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === actor) return;
    const timer = window.setTimeout(() => {
      apply(wanted);
    }, PAUSE_MS);
    return () => {
      window.clearTimeout(timer);
    };
  }, [text, actor]);
  return (
    <TextField
      name="actor"
      label="Who"
      type="search"
      placeholder="Person or key"
      error={undefined}
      value={text}
      onValue={setText}
    />
  );
}
