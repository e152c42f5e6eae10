// The built-in designs as cards, each with a live miniature. A group of radio buttons: arrow keys move
// between them.
import { Check } from 'lucide-react';
import { useId } from 'react';
import type { ProposalTemplate } from '@/api/gen/model';
import { Miniature } from './miniature';
import styles from './template-picker.module.css';

interface Props {
  templates: readonly ProposalTemplate[];
  /** The id of the selected template. */
  value: string;
  onChange: (template: ProposalTemplate) => void;
  /** The heading above has the same text. */
  legendHidden?: boolean;
}

export function TemplatePicker({ templates, value, onChange, legendHidden = false }: Props) {
  const name = useId();
  const sorted = templates
    .filter(({ isActive }) => isActive)
    .toSorted((one, other) => one.sortOrder - other.sortOrder);
  return (
    <fieldset className={styles.picker}>
      <legend className={legendHidden ? 'visually-hidden' : styles.legend}>Template</legend>
      <div className={styles.cards}>
        {sorted.map((template) => (
          <Card
            key={template.id}
            name={name}
            template={template}
            chosen={template.id === value}
            onChoose={() => {
              onChange(template);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface CardProps {
  name: string;
  template: ProposalTemplate;
  chosen: boolean;
  onChoose: () => void;
}

function Card({ name, template, chosen, onChoose }: CardProps) {
  const { primary, secondary, accent } = template.colorVariables;
  const about = useId();
  return (
    <label className={styles.card}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        value={template.id}
        checked={chosen}
        aria-label={template.name}
        aria-describedby={about}
        onChange={onChoose}
      />
      <Miniature css={template.cssTemplate} html={template.htmlStructure} />
      {chosen && (
        <span className={styles.chosen}>
          <Check aria-hidden size={15} strokeWidth={3} />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.line}>
          <span className={styles.name}>{template.name}</span>
          <span className={styles.badge}>{template.category}</span>
        </span>
        <span className={styles.swatches} aria-hidden>
          {[primary, secondary, accent].map((color, place) => (
            <span key={place} className={styles.swatch} style={{ background: color }} />
          ))}
        </span>
        <span className={styles.about} id={about}>
          {template.description}
        </span>
      </span>
    </label>
  );
}
