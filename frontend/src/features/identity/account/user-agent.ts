// The browser's name from its user agent. Only a hint for a list: nothing depends on it.

interface Described {
  browser: string;
  /** Absent if the user agent does not contain it. */
  system: string | undefined;
  /** A phone or a tablet. */
  handheld: boolean;
}

// The first match counts: nearly all user agents also contain Chrome and Safari.
const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b|\bOPiOS\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\//, 'Headless Chrome'],
  [/\bChromium\//, 'Chromium'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
];

const systems: readonly [RegExp, string][] = [
  [/\biPhone\b|\biPod\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const first = (rules: readonly [RegExp, string][], text: string): string | undefined =>
  rules.find(([pattern]) => pattern.test(text))?.[1];

export function describeUserAgent(userAgent: string): Described {
  // Programs use "name/version".
  const program = /^([\w.-]{2,40})\/[\w.]/.exec(userAgent)?.[1];
  return {
    browser:
      first(browsers, userAgent) ??
      (program === undefined || program === 'Mozilla' ? 'An unknown browser' : program),
    system: first(systems, userAgent),
    handheld: /\b(iPhone|iPod|iPad|Android|Mobile)\b/.test(userAgent),
  };
}
