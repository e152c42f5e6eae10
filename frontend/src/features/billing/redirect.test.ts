import { describe, expect, it } from 'vitest';
import { isPaymentUrl, paymentUrl } from './redirect';

const hosts = ['checkout.stripe.com', 'localhost:4242', 'pay.example:8443'];

describe('an address to pay at', () => {
  it.each([
    ['https://checkout.stripe.com/c/pay/cs_1#x', true],
    ['https://checkout.stripe.com:443/c', true],
    ['https://pay.example:8443/c', true],
    ['http://localhost:4242/c', true],
    ['https://pay.example/c', false],
    ['https://checkout.stripe.com:8443/c', false],
    ['https://checkout.stripe.com.evil.example/c', false],
    ['https://checkout.stripe.com@evil.example/c', false],
    ['http://checkout.stripe.com/c', false],
    ['http://pay.example:8443/c', false],
    ['javascript:alert(1)//checkout.stripe.com', false],
    ['//checkout.stripe.com/c', false],
    ['/c', false],
    ['', false],
  ])('%s: %s', (url, good) => {
    expect(isPaymentUrl(url, hosts)).toBe(good);
  });

  it.each(['127.0.0.1:4242', '[::1]:4242', 'pay.localhost:4242'])('goes unencrypted to %s only', (host) => {
    expect(isPaymentUrl(`http://${host}/c`, [host])).toBe(true);
    expect(isPaymentUrl('http://127.0.0.1.evil.example/c', ['127.0.0.1.evil.example'])).toBe(false);
  });

  it('is refused in the words of the product', () => {
    expect(paymentUrl('https://checkout.stripe.com/c', hosts)).toBe('https://checkout.stripe.com/c');
    expect(() => paymentUrl('', hosts)).toThrow('No checkout URL returned');
    expect(() => paymentUrl(undefined, hosts)).toThrow('No checkout URL returned');
    expect(() => paymentUrl('https://evil.example/c', hosts)).toThrow('Invalid checkout URL received');
  });
});
