// The three colours of a brand, and the server's adjustments.
import type { DesignPreview } from '@/api/gen/model';
import type { DesignChoice } from './choice';
import { ColorPicker } from './color-picker';
import styles from './design-fields.module.css';
import { Repairs } from './design-report';

interface Props {
  choice: DesignChoice;
  /** The server's result. */
  preview: DesignPreview | undefined;
  onChange: (choice: DesignChoice) => void;
  /** The heading above has the same text. */
  legendHidden?: boolean;
}

export function BrandColors({ choice, preview, onChange, legendHidden = false }: Props) {
  const set = (part: Partial<DesignChoice>) => {
    onChange({ ...choice, ...part });
  };
  return (
    <fieldset className={styles.group}>
      <legend className={legendHidden ? 'visually-hidden' : undefined}>Brand Colors</legend>
      <div className={styles.colors}>
        <ColorPicker
          label="Primary"
          hint="Headings, links and bands."
          value={choice.primaryColor}
          onChange={(primaryColor) => {
            set({ primaryColor });
          }}
        />
        <ColorPicker
          label="Secondary"
          hint="Text, table heads and dark backgrounds."
          value={choice.secondaryColor}
          onChange={(secondaryColor) => {
            set({ secondaryColor });
          }}
        />
        <ColorPicker
          label="Accent"
          hint="Tinted panels and highlights."
          value={choice.accentColor}
          onChange={(accentColor) => {
            set({ accentColor });
          }}
        />
      </div>
      <Repairs preview={preview} />
    </fieldset>
  );
}
