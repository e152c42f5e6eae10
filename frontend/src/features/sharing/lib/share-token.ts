/** The share token in the page's address: /shared/{token} and /shared/proposals/{token} both open a proposal. */
export function shareTokenFrom(pathname: string): string | undefined {
  const match = /^\/shared\/(?:proposals\/)?([^/]+)\/?$/.exec(pathname);
  const token = match?.[1];
  return token === undefined || token === 'proposals' ? undefined : token;
}
