/** The page without a proposal: still loading, not found, or unreachable. */
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';

/** In the shape of the content, so that nothing moves when it arrives. */
export function Skeleton() {
  return (
    <div className="page" aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading proposal
      </p>
      <div className="masthead" aria-hidden="true">
        <i className="bone bone-sender" />
        <i className="bone bone-title" />
        <i className="bone bone-meta" />
      </div>
      <div className="layout" aria-hidden="true">
        <div className="main">
          <div className="paper paper-skeleton">
            {['Summary', 'Scope', 'Prices'].map((part) => (
              <div key={part}>
                <i className="bone bone-heading" />
                <i className="bone" />
                <i className="bone" />
                <i className="bone bone-medium" />
              </div>
            ))}
            <i className="bone bone-block" />
          </div>
        </div>
        <div className="rail">
          <div className="panel">
            <i className="bone bone-medium" />
            <i className="bone" />
            <i className="bone bone-button" />
          </div>
        </div>
      </div>
    </div>
  );
}

export function NotFound() {
  return (
    <main className="message-page">
      <h1>Proposal Not Found</h1>
      <p>The proposal you&apos;re looking for doesn&apos;t exist or the link has expired</p>
      <p className="fine">Check that the whole link was copied, or ask the sender for a new one.</p>
    </main>
  );
}

export function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    heading.current?.focus();
  }, []);
  const retry = useEffectEvent(onRetry);
  useEffect(() => {
    const back = () => {
      retry();
    };
    window.addEventListener('online', back);
    return () => {
      window.removeEventListener('online', back);
    };
  }, []);
  return (
    <main className="message-page">
      <h1 ref={heading} tabIndex={-1}>
        Failed to load proposal
      </h1>
      <p>The connection may have dropped. Nothing is lost: the link still works.</p>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
    </main>
  );
}
