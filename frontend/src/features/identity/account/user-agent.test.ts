import { describe, expect, it } from 'vitest';
import { describeUserAgent } from './user-agent';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const windows = `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit}`;
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const android = `Mozilla/5.0 (Linux; Android 14; SM-S921B) ${webkit}`;

describe('describeUserAgent', () => {
  it.each([
    [`${windows} Chrome/131.0.0.0 Safari/537.36`, 'Chrome', 'Windows', false],
    [`${windows} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.2903.51`, 'Edge', 'Windows', false],
    [`${windows} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`, 'Opera', 'Windows', false],
    [
      `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`,
      'Safari',
      'macOS',
      false,
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0',
      'Firefox',
      'macOS',
      false,
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox', 'Linux', false],
    [
      `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/131.0.0.0 Safari/537.36`,
      'Chrome',
      'ChromeOS',
      false,
    ],
    [
      `Mozilla/5.0 (X11; Linux x86_64) ${webkit} HeadlessChrome/131.0.0.0 Safari/537.36`,
      'Headless Chrome',
      'Linux',
      false,
    ],
    [`${iphone} Version/18.1 Mobile/15E148 Safari/604.1`, 'Safari', 'iPhone', true],
    [`${iphone} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome', 'iPhone', true],
    [`${iphone} FxiOS/132.0 Mobile/15E148 Safari/605.1.15`, 'Firefox', 'iPhone', true],
    [
      'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1',
      'Safari',
      'iPad',
      true,
    ],
    [`${android} Chrome/131.0.0.0 Mobile Safari/537.36`, 'Chrome', 'Android', true],
    [
      `${android} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
      'Samsung Internet',
      'Android',
      true,
    ],
    ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox', 'Android', true],
    ['curl/8.9.1', 'curl', undefined, false],
    ['Mozilla/5.0 (compatible; something)', 'An unknown browser', undefined, false],
    ['', 'An unknown browser', undefined, false],
    ['<script>alert(1)</script>', 'An unknown browser', undefined, false],
  ])('reads %s', (userAgent, browser, system, handheld) => {
    expect(describeUserAgent(userAgent)).toEqual({ browser, system, handheld });
  });
});
