// One operation: a summary line that unfolds to its parameters and answers.
import { callers, type Operation as Shown, type Schema } from './document';
import { Kind, Parameters, Words } from './fields';
import styles from './reference.module.css';

export function Operation({ operation }: { operation: Shown }) {
  const {
    operationId,
    method,
    path,
    summary = '',
    description = '',
    parameters = [],
    requestBody,
  } = operation;
  const { who, scopes } = callers(operation);
  const answers = Object.entries(operation.responses).filter(([status]) => status !== 'default');
  return (
    <details className={styles.entry}>
      <summary>
        <span className={styles.method} data-method={method}>
          {method}
        </span>
        <h3 className={styles.path}>
          {path.split('/').map((part, index) => (
            <span key={index}>{index === 0 ? part : `/${part}`}</span>
          ))}
        </h3>
        <span className={styles.summary}>
          <Words>{summary}</Words>
        </span>
      </summary>
      <div className={styles.body} id={operationId}>
        {description !== '' && (
          <p>
            <Words>{description}</Words>
          </p>
        )}
        <dl className={styles.facts}>
          <dt>Name</dt>
          <dd>
            <a href={`#${operationId}`}>
              <code>{operationId}</code>
            </a>
          </dd>
          <dt>Who</dt>
          <dd>
            {who}
            {scopes.map((scope) => (
              <code key={scope}> {scope}</code>
            ))}
          </dd>
        </dl>
        {parameters.length > 0 && (
          <>
            <h4>Parameters</h4>
            <Parameters parameters={parameters} />
          </>
        )}
        {requestBody !== undefined && (
          <>
            <h4>Takes</h4>
            <Contents content={requestBody.content} />
          </>
        )}
        <h4>Answers</h4>
        {answers.map(([status, { description: words, content = {} }]) => (
          <div key={status}>
            <p>
              <code>{status}</code> <Words>{words}</Words>
            </p>
            <Contents content={content} />
          </div>
        ))}
      </div>
    </details>
  );
}

function Contents({ content }: { content: Record<string, { schema: Schema }> }) {
  return Object.entries(content).map(([type, { schema }]) => (
    <p key={type}>
      <Kind schema={schema} /> <span className={styles.kind}>as {type}</span>
    </p>
  ));
}
