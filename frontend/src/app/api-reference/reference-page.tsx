// The API reference: general rules, the operations by noun, and the schemas. It needs no script: a folded
// entry opens when a link leads into it.
import { paths } from '@/shared/paths';
import { Logo } from '@/shared/ui/logo';
import { anchorOf, nouns, schemas, version, type Schema } from './document';
import { Properties, Words } from './fields';
import { guide } from './guide';
import { Operation } from './operation';
import styles from './reference.module.css';

const noun = (name: string) => `noun-${name}`;

export function ReferencePage() {
  return (
    <div className={styles.page}>
      <a className={styles.skip} href="#content">
        Skip to content
      </a>
      <header className={styles.bar}>
        <a href={paths.home} aria-label="Proffer, home">
          <Logo />
        </a>
        <a href="/api/openapi.json">OpenAPI document</a>
      </header>
      <nav className={styles.contents} aria-label="On this page">
        <Contents title="Guide" entries={guide.map(({ id, title }) => ({ id, title }))} />
        <Contents title="Operations" entries={nouns.map(({ name }) => ({ id: noun(name), title: name }))} />
        <Contents title="Reference" entries={[{ id: 'schemas', title: 'Schemas' }]} />
      </nav>
      <main id="content" tabIndex={-1} className={styles.main}>
        <h1>API reference</h1>
        <p className={styles.intro}>For programs that create, send and read proposals. Version {version}.</p>
        {guide.map(({ id, title, text }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 id={`${id}-title`}>{title}</h2>
            {text}
          </section>
        ))}
        {nouns.map(({ name, description, operations }) => (
          <section key={name} id={noun(name)} aria-labelledby={`${noun(name)}-title`}>
            <h2 id={`${noun(name)}-title`}>{name}</h2>
            <p>{description}</p>
            {operations.map((operation) => (
              <Operation key={operation.operationId} operation={operation} />
            ))}
          </section>
        ))}
        <section id="schemas" aria-labelledby="schemas-title">
          <h2 id="schemas-title">Schemas</h2>
          {schemas.map(({ name, schema }) => (
            <SchemaEntry key={name} name={name} schema={schema} />
          ))}
        </section>
      </main>
    </div>
  );
}

function Contents({ title, entries }: { title: string; entries: { id: string; title: string }[] }) {
  return (
    <>
      <p>{title}</p>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={`#${entry.id}`}>{entry.title}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function SchemaEntry({ name, schema }: { name: string; schema: Schema }) {
  const { description = '' } = schema;
  return (
    <details className={styles.entry}>
      <summary>
        <h3 className={styles.path}>{name}</h3>
        <span className={styles.summary}>
          <Words>{description}</Words>
        </span>
      </summary>
      <div className={styles.body} id={anchorOf(name)}>
        {schema.enum !== undefined && (
          <p>
            {schema.enum.map((value) => (
              <code key={value}> {value}</code>
            ))}
          </p>
        )}
        <Properties schema={schema} />
      </div>
    </details>
  );
}
