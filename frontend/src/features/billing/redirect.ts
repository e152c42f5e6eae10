// The way to the pages where one pays. They stand elsewhere: only hosts that the server names are gone to.

/** An address that is not gone to, and why. */
export class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused';
}

const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Whether an address leads to one of these hosts, encrypted; only a host of this very machine does without. */
export function isPaymentUrl(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, hostname } = new URL(url);
  const secure = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return secure && hosts.includes(host);
}

/** The address, checked. */
export function paymentUrl(url: string | undefined, hosts: readonly string[]): string {
  if (url === undefined || url === '') throw new RedirectRefused('No checkout URL returned');
  if (!isPaymentUrl(url, hosts)) throw new RedirectRefused('Invalid checkout URL received');
  return url;
}

/** Goes there with the whole window: Proffer's own pages stand in no frame, their headers forbid it. */
export function leaveTo(url: string): void {
  window.location.href = url;
}
