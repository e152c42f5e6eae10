// A group of lines: its name, the client's choice, and the lines.
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { memo, type Dispatch } from 'react';
import type { GroupChoice } from '@/api/gen/model';
import { Button, IconButton } from '@/shared/ui/button';
import { CellError, SelectCell, TextCell } from './cells';
import type { Change } from './changes';
import { blankItem, newId, type FieldErrors, type GroupDraft } from './draft';
import { ItemRow } from './item-row';
import styles from './pricing-editor.module.css';

const CHOICES: readonly { value: GroupChoice; label: string }[] = [
  { value: 'all', label: 'All of them' },
  { value: 'any', label: 'Any of them' },
  { value: 'one', label: 'Exactly one' },
];

interface Props {
  group: GroupDraft;
  /** Counted from 1. */
  number: number;
  only: boolean;
  currency: string;
  amounts: ReadonlyMap<string, string>;
  errors: FieldErrors;
  fresh: string | undefined;
  dispatch: Dispatch<Change>;
  onAdded: (id: string) => void;
  onRemoveItem: (id: string) => void;
  onRemove: (group: GroupDraft) => void;
}

export const GroupCard = memo(function GroupCard(props: Props) {
  const { group, number, only, currency, amounts, errors, fresh, dispatch, onAdded, onRemoveItem, onRemove } =
    props;
  const named = group.name.trim() === '' ? `group ${number}` : group.name;
  const own = errors[group.id];
  return (
    <section className={styles.group} aria-label={`Group ${group.name || number}`}>
      <div className={styles.groupHead}>
        <TextCell
          label="Group"
          value={group.name}
          error={own?.name}
          maxLength={200}
          placeholder={only ? 'Name, shown above its lines' : `Group ${number}`}
          onValue={(name) => {
            dispatch({ do: 'set group', id: group.id, values: { name } });
          }}
        />
        <SelectCell
          label="The client takes"
          value={group.choice}
          options={CHOICES}
          onValue={(choice) => {
            dispatch({ do: 'set group', id: group.id, values: { choice } });
          }}
        />
        <div className={styles.tools}>
          <IconButton
            label={`Move ${named} up`}
            onClick={() => {
              dispatch({ do: 'move group', id: group.id, by: -1 });
            }}
          >
            <ArrowUp size={17} aria-hidden />
          </IconButton>
          <IconButton
            label={`Move ${named} down`}
            onClick={() => {
              dispatch({ do: 'move group', id: group.id, by: 1 });
            }}
          >
            <ArrowDown size={17} aria-hidden />
          </IconButton>
          <IconButton
            label={`Remove ${named}`}
            variant="danger"
            onClick={() => {
              onRemove(group);
            }}
          >
            <Trash2 size={17} aria-hidden />
          </IconButton>
        </div>
      </div>
      {group.items.length > 0 && (
        <div className={styles.columns} aria-hidden>
          <span>Item</span>
          <span className={styles.right}>Quantity</span>
          <span>Unit</span>
          <span className={styles.right}>Unit price</span>
          <span>Charged</span>
          <span className={styles.right}>Amount</span>
        </div>
      )}
      {group.items.map((item) => (
        <ItemRow
          key={item.id}
          item={item}
          group={group.id}
          choice={group.choice}
          currency={currency}
          amount={amounts.get(item.id)}
          errors={errors[item.id]}
          fresh={fresh === item.id}
          dispatch={dispatch}
          onAdded={onAdded}
          onRemove={onRemoveItem}
        />
      ))}
      <CellError error={own?.items} />
      <div>
        <Button
          size="sm"
          icon={<Plus size={16} aria-hidden />}
          onClick={() => {
            const id = newId();
            dispatch({ do: 'add item', group: group.id, item: { ...blankItem(), id } });
            onAdded(id);
          }}
        >
          Add Line
        </Button>
      </div>
    </section>
  );
});
