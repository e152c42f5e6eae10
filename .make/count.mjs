// Reads the numbers of passed and failed tests from the output of a test runner: node count.mjs <runner> <file> <exit code>
// A runner that fails without naming a failed test (a compile error or a crash) counts as one failure: a problem never counts as zero.
// The durations of the slowest tests: node count.mjs slow <runner> <file>, one line `<seconds> <name>` each.
// The tests that failed: node count.mjs failed <runner> <file> <log>, one line `<name>: <what it said first>` each.
import { existsSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const json = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/** An attribute of an XML element, with its entities resolved. */
const attribute = (tag, name) =>
  tag
    .match(new RegExp(` ${name}="([^"]*)"`))?.[1]
    ?.replace(/&(lt|gt|quot|apos);/g, (_, entity) => ({ lt: '<', gt: '>', quot: '"', apos: "'" })[entity])
    .replaceAll('&amp;', '&');

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
  /** The report of Playwright's json reporter. A test that passed on a retry has failed once. */
  playwright(text) {
    const { expected = 0, unexpected = 0, flaky = 0 } = json(text).stats ?? {};
    return { passed: expected, failed: unexpected + flaky };
  },
  /** A report in JUnit format, as pytest writes it: skipped tests have not passed. */
  junit(text) {
    let [passed, failed] = [0, 0];
    for (const [tag] of text.matchAll(/<testsuite\b[^>]*>/g)) {
      const [tests, skipped, failures, errors] = ['tests', 'skipped', 'failures', 'errors'].map((name) =>
        Number(attribute(tag, name) ?? 0),
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
  /** A single check. */
  single: () => ({ passed: 1, failed: 0 }),
};

export function count(runner, text, exitCode) {
  const { passed, failed } = readers[runner](text);
  if (exitCode === 0) return passed + failed === 0 ? { passed: 0, failed: 1 } : { passed, failed };
  if (runner === 'single') return { passed: 0, failed: 1 };
  return { passed, failed: Math.max(failed, 1) };
}

/** The duration of each test, from the reports that contain it; other runners report none. */
const timers = {
  /** The lines of libtest with --report-time. */
  cargo: (text) =>
    [...text.matchAll(/^test (.+?)(?: - should panic)? \.\.\. (?:ok|FAILED) <([\d.]+)s>$/gm)].map(([, name, seconds]) => ({
      seconds: Number(seconds),
      name,
    })),
  vitest: (text) =>
    (json(text).testResults ?? []).flatMap(({ name: file, assertionResults }) =>
      assertionResults.map(({ fullName, duration = 0 }) => ({
        seconds: duration / 1000,
        name: `${file.replace(/^.*\/src\//, 'src/')} > ${fullName}`,
      })),
    ),
  playwright(text) {
    const inside = ({ specs = [], suites = [] }) => [
      ...specs.flatMap(({ file, title, tests }) =>
        tests.map(({ projectName, results }) => ({
          seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
          name: `[${projectName}] ${file} > ${title}`,
        })),
      ),
      ...suites.flatMap(inside),
    ];
    return inside(json(text));
  },
  junit: (text) =>
    [...text.matchAll(/<testcase\b[^>]*>/g)].map(([tag]) => ({
      seconds: Number(attribute(tag, 'time') ?? 0),
      name: [attribute(tag, 'classname'), attribute(tag, 'name')].filter(Boolean).join(' > '),
    })),
};

/** The slowest tests of a report, the slowest first, as lines. */
export const slow = (runner, text, most = 20) =>
  (timers[runner]?.(text) ?? [])
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, most)
    .map(({ seconds, name }) => `${seconds.toFixed(1)} ${name}`);

/** Text on one line without colour codes, short enough for a summary. */
const brief = (text, most = 240) => {
  const line = text.replace(/\u001b\[[\d;]*m/g, '').replace(/\s+/g, ' ').trim();
  return line.length > most ? `${line.slice(0, most)} ...` : line;
};

/** The failed tests of a report, each with the beginning of its message; runners that name no test report none. */
const failures = {
  cargo: (text) =>
    [...text.matchAll(/^test (.+?)(?: - should panic)? \.\.\. FAILED\b/gm)].map(([, name]) => {
      const output = text.split(`\n---- ${name} stdout ----\n`)[1]?.split('\n---- ')[0] ?? '';
      return { name, message: /panicked at [^\n]*(?:\n[^\n]+){0,3}/.exec(output)?.[0] ?? output };
    }),
  vitest: (text) =>
    (json(text).testResults ?? []).flatMap(({ name: file, message = '', assertionResults }) => {
      const where = file.replace(/^.*\/src\//, 'src/');
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      if (failed.length === 0 && message !== '') return [{ name: where, message }];
      return failed.map(({ fullName, failureMessages = [] }) => ({ name: `${where} > ${fullName}`, message: failureMessages[0] ?? '' }));
    }),
  playwright(text) {
    const inside = ({ specs = [], suites = [] }) => [
      ...specs.flatMap(({ file, title, tests }) =>
        tests
          .filter(({ status }) => status === 'unexpected' || status === 'flaky')
          .map(({ projectName, results }) => {
            const { error, attachments = [] } = results.find((result) => result.error !== undefined) ?? {};
            const report = attachments.find(({ name }) => name === 'failure report')?.body;
            return {
              name: `[${projectName}] ${file} > ${title}`,
              message: error?.message ?? '',
              details: report === undefined ? '' : Buffer.from(report, 'base64').toString(),
            };
          }),
      ),
      ...suites.flatMap(inside),
    ];
    return inside(json(text));
  },
  junit: (text) =>
    text
      .split(/(?=<testcase\b)/)
      .filter((part) => part.startsWith('<testcase') && /<(?:failure|error)\b/.test(part))
      .map((part) => ({ name: attribute(part, 'name') ?? '', message: attribute(/<(?:failure|error)\b[^>]*>/.exec(part)[0], 'message') ?? '' })),
  /** A file that does not load says why in the comments before its own line. */
  node(text) {
    const said = (/^# \w*Error\b.*(?:\n# (?!Subtest: ).*)*/m.exec(text)?.[0] ?? '').replace(/^# /gm, '');
    return text
      .split(/^ *(?=not ok \d+ - )/m)
      .slice(1)
      .map((part) => ({ part, name: /^not ok \d+ - (.+)/.exec(part)[1] }))
      .filter(({ part }) => !part.includes("failureType: 'subtestsFailed'"))
      .map(({ part, name }) => {
        const message = /^ *error: (?:'(.*)'$|\|-\n([^]*?)\n *code: )/m.exec(part);
        return { name, message: message?.[1] === 'test failed' ? said : (message?.[1] ?? message?.[2] ?? '') };
      });
  },
};

/** The failed tests of a report as lines; without any, the last lines of the log. */
export function failed(runner, report, log, most = 10) {
  const named = (failures[runner]?.(report) ?? []).map(({ name, message, details = '' }) => {
    const line = brief(message === '' ? name : `${name}: ${message}`);
    return details === '' ? line : `${line} | ${brief(details, 900)}`;
  });
  if (named.length > most) return [...named.slice(0, most), `and ${named.length - most} more`];
  if (named.length > 0) return named;
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(-5).map((line) => brief(line));
}

const read = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [first, ...rest] = process.argv.slice(2);
  if (first === 'slow') for (const line of slow(rest[0], read(rest[1]))) console.log(line);
  else if (first === 'failed') for (const line of failed(rest[0], read(rest[1]), read(rest[2]))) console.log(line);
  else {
    const { passed, failed } = count(first, read(rest[0]), Number(rest[1]));
    console.log(`${passed} ${failed}`);
  }
}
