// Navigation to the payment pages. They are on other sites: only hosts that the server names are
// allowed.

/** A rejected address, with the reason. */
export class RedirectRefused extends Error {
  override readonly name = 'RedirectRefused';
}

const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);

/** Whether an address is on one of these hosts and uses https; only localhost may use http. */
export function isPaymentUrl(url: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, host, hostname } = new URL(url);
  const secure = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
  return secure && hosts.includes(host);
}

/** The validated address. */
export function paymentUrl(url: string | undefined, hosts: readonly string[]): string {
  if (url === undefined || url === '') throw new RedirectRefused('No checkout URL returned');
  if (!isPaymentUrl(url, hosts)) throw new RedirectRefused('Invalid checkout URL received');
  return url;
}

/** Navigates the whole window: Proffer's pages cannot be framed because of their headers. */
export function leaveTo(url: string): void {
  window.location.href = url;
}
