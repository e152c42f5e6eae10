// The fields of an object, and the document's descriptions.
import { anchorOf, referred, type Parameter, type Schema } from './document';
import styles from './reference.module.css';

/** A description: paragraphs, with code in backticks. */
export function Words({ children }: { children: string }) {
  return children
    .split(/`([^`]+)`/)
    .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));
}

/** The type of a value, linked to the schema it refers to. */
export function Kind({ schema }: { schema: Schema }) {
  const name = referred(schema);
  if (name !== undefined) return <a href={`#${anchorOf(name)}`}>{name}</a>;
  if (schema.items !== undefined)
    return (
      <>
        list of <Kind schema={schema.items} />
      </>
    );
  if (schema.additionalProperties !== undefined)
    return (
      <>
        object of <Kind schema={schema.additionalProperties} />
      </>
    );
  return <>{[schema.type, schema.format].filter(Boolean).join(', ')}</>;
}

interface Row {
  name: string;
  schema: Schema;
  required: boolean;
  description?: string | undefined;
  place?: string;
}

function Rows({ rows }: { rows: Row[] }) {
  return (
    <dl className={styles.fields}>
      {rows.map(({ name, schema, required, description, place }) => (
        <div key={name}>
          <dt>
            <code>{name}</code>
            <span className={styles.kind}>
              <Kind schema={schema} />
              {place !== undefined && `, in the ${place}`}
            </span>
            {required && <span className={styles.required}>required</span>}
          </dt>
          {description !== undefined && description !== '' && (
            <dd>
              <Words>{description}</Words>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}

export function Parameters({ parameters }: { parameters: Parameter[] }) {
  const rows = parameters.map(({ name, schema, required = false, description, in: place }) => ({
    name,
    schema,
    required,
    description,
    place,
  }));
  return <Rows rows={rows} />;
}

export function Properties({ schema }: { schema: Schema }) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    schema: property,
    required: schema.required?.includes(name) ?? false,
    description: property.description,
  }));
  return <Rows rows={rows} />;
}
