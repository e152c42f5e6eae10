// The way to the pages where one pays. They stand elsewhere: only hosts that the server names are gone to, and out of a
// frame, since those pages refuse to be framed.

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

/** Whether this page stands in another one. */
export const isEmbedded = (here: Window = window): boolean => here.top !== null && here.top !== here;

/** Goes there: with the whole window, else with the frame, else in another tab. */
export function leaveTo(url: string, here: Window = window): void {
  if (here.top !== null && isEmbedded(here) && sent(here.top, url)) return;
  if (sent(here, url)) return;
  here.open(url, '_blank', 'noopener,noreferrer');
}

/** A browser may forbid a frame to move the window around it. */
function sent(place: Window, url: string): boolean {
  try {
    place.location.href = url;
    return true;
  } catch {
    return false;
  }
}
