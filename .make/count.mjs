// Reads how many tests passed and failed from what a test runner left behind: node count.mjs <runner> <file> <exit code>
// A runner that failed without naming a failed test (it did not compile, or crashed) counts as one failure: trouble is never zero.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const json = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

const readers = {
  /** The output of `cargo test`: one result line for each test binary. */
  cargo(text) {
    let [passed, failed] = [0, 0];
    for (const [, ok, bad] of text.matchAll(/^test result: \w+\. (\d+) passed; (\d+) failed;/gm)) {
      passed += Number(ok);
      failed += Number(bad);
    }
    return { passed, failed };
  },
  /** The report of vitest's json reporter. */
  vitest(text) {
    const { numPassedTests = 0, numFailedTests = 0 } = json(text);
    return { passed: numPassedTests, failed: numFailedTests };
  },
  /** The report of Playwright's json reporter. A test that passed at a second try has failed once. */
  playwright(text) {
    const { expected = 0, unexpected = 0, flaky = 0 } = json(text).stats ?? {};
    return { passed: expected, failed: unexpected + flaky };
  },
  /** A report in JUnit's form, as pytest writes it: what was skipped has not passed. */
  junit(text) {
    let [passed, failed] = [0, 0];
    for (const [tag] of text.matchAll(/<testsuite\b[^>]*>/g)) {
      const [tests, skipped, failures, errors] = ['tests', 'skipped', 'failures', 'errors'].map((name) =>
        Number(tag.match(new RegExp(` ${name}="(\\d+)"`))?.[1] ?? 0),
      );
      passed += tests - skipped - failures - errors;
      failed += failures + errors;
    }
    return { passed, failed };
  },
  /** The report of Node's test runner in TAP: its last lines. */
  node(text) {
    const last = (name) => Number(new RegExp(`^# ${name} (\\d+)$`, 'm').exec(text)?.[1] ?? 0);
    return { passed: last('pass'), failed: last('fail') + last('cancelled') };
  },
  /** A check that is one thing. */
  single: () => ({ passed: 1, failed: 0 }),
};

export function count(runner, text, exitCode) {
  const { passed, failed } = readers[runner](text);
  if (exitCode === 0) return passed + failed === 0 ? { passed: 0, failed: 1 } : { passed, failed };
  if (runner === 'single') return { passed: 0, failed: 1 };
  return { passed, failed: Math.max(failed, 1) };
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [runner, file, exitCode] = process.argv.slice(2);
  const { passed, failed } = count(runner, existsSync(file) ? readFileSync(file, 'utf8') : '', Number(exitCode));
  console.log(`${passed} ${failed}`);
}
