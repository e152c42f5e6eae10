// Website addresses, as users type them and as they are shown.

/** Adds `https://` if there is no scheme. */
export function withScheme(typed: string): string {
  const address = typed.trim();
  return address === '' || /^https?:\/\//i.test(address) ? address : `https://${address}`;
}

/** Host and path without the obvious parts: "harbor.example/about". */
export function shortAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { host, pathname } = new URL(url);
  return host.replace(/^www\./, '') + pathname.replace(/\/$/, '');
}
