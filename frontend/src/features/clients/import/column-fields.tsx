// One select for each field of a client, with sample values of the column.
import type { ClientImport, ImportMapping } from '@/api/gen/model';
import { SelectField } from '@/shared/forms/fields';
import { columnLabels, FIELDS, isSplit, sampleOf, sharers, type Field } from './fields';
import styles from './match-step.module.css';

interface ColumnFieldsProps {
  file: ClientImport;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

export function ColumnFields({ file, mapping, onChange }: ColumnFieldsProps) {
  const columns = columnLabels(file.columns).map((label, index) => ({ value: String(index), label }));
  return (
    <>
      <div className={styles.fields}>
        {FIELDS.map((field) => {
          const { name, label, required } = field;
          const chosen = mapping[name];
          return (
            <SelectField
              key={name}
              name={name}
              label={label}
              required={required}
              options={[{ value: '', label: required ? 'Choose a column' : 'Not in the file' }, ...columns]}
              value={chosen === undefined ? '' : String(chosen)}
              error={undefined}
              hint={<Sample file={file} mapping={mapping} field={field} />}
              onValue={(value) => {
                onChange({ ...mapping, [name]: value === '' ? undefined : Number(value) });
              }}
            />
          );
        })}
      </div>
      {isSplit(mapping) && (
        <p className={styles.lead}>
          First and last name share a column. It is split at the last space, as shown above.
        </p>
      )}
    </>
  );
}

function Sample({ file, mapping, field }: { file: ClientImport; mapping: ImportMapping; field: Field }) {
  const sample = sampleOf(file, mapping, field.name);
  const others = sharers(mapping, field.name);
  if (mapping[field.name] === undefined) return field.required ? 'Each client needs one.' : null;
  return (
    <>
      <span className={styles.sample}>{sample ?? 'Empty in the first lines'}</span>
      {others.length > 0 && (
        <span className={styles.twice}>Also read as {others.join(' and ').toLowerCase()}</span>
      )}
    </>
  );
}
