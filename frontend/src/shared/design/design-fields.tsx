// All choices of a design.
import { useState } from 'react';
import type { DesignPreview, ProposalTemplate } from '@/api/gen/model';
import { SelectField, TextArea } from '@/shared/forms/fields';
import { BrandColors } from './brand-colors';
import { withTemplate, type DesignChoice } from './choice';
import styles from './design-fields.module.css';
import { Refusals } from './design-report';
import { TemplatePicker } from './template-picker';

const LAYOUTS: Partial<Record<string, string>> = {
  default: 'As designed',
  compact: 'Compact: less space',
  spacious: 'Spacious: more space',
  sidebar: 'Headings at the side',
};

interface Props {
  templates: readonly ProposalTemplate[];
  choice: DesignChoice;
  /** The server's result. */
  preview: DesignPreview | undefined;
  onChange: (choice: DesignChoice) => void;
}

export function DesignFields({ templates, choice, preview, onChange }: Props) {
  const template = templates.find(({ id }) => id === choice.templateId);
  const [opened] = useState(choice.customCss !== '');
  const set = (part: Partial<DesignChoice>) => {
    onChange({ ...choice, ...part });
  };
  return (
    <div className={styles.fields}>
      <TemplatePicker
        templates={templates}
        value={choice.templateId}
        onChange={(next) => {
          onChange(withTemplate(choice, next, templates));
        }}
      />
      <BrandColors choice={choice} preview={preview} onChange={onChange} />
      <div className={styles.pair}>
        <SelectField
          name="fontFamily"
          label="Font"
          error={undefined}
          value={choice.fontFamily}
          options={(template?.fonts ?? [choice.fontFamily]).map((font, place) => ({
            value: font,
            label: place === 0 ? `${font} (its own)` : font,
          }))}
          onValue={(fontFamily) => {
            set({ fontFamily });
          }}
        />
        <SelectField
          name="layoutStyle"
          label="Layout"
          error={undefined}
          value={choice.layoutStyle}
          options={(template?.layouts ?? ['default']).map((layout) => ({
            value: layout,
            label: LAYOUTS[layout] ?? layout,
          }))}
          onValue={(layoutStyle) => {
            set({ layoutStyle });
          }}
        />
      </div>
      <details className={styles.own} open={opened}>
        <summary>Custom CSS</summary>
        <TextArea
          name="customCss"
          label="Rules for the document"
          hint="Type, color, lines and spacing. Rules that could hide or replace text and prices are removed."
          error={undefined}
          value={choice.customCss}
          rows={6}
          spellCheck={false}
          placeholder="h2 { letter-spacing: 0.02em; }"
          onValue={(customCss) => {
            set({ customCss });
          }}
        />
        <Refusals preview={preview} />
      </details>
    </div>
  );
}
