// The last line of `make test` is only worth something if it cannot say "0 failed" when something did.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count } from './count.mjs';

const cargo = `
test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.02s
some test printed: test result: ok. 9 passed; 9 failed;
test result: FAILED. 3 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.50s
`;

test('cargo: the binaries are summed, and only their own lines count', () => {
  assert.deepEqual(count('cargo', cargo, 101), { passed: 15, failed: 2 });
});

test('vitest: a file that does not load is a failure although no test failed', () => {
  const report = JSON.stringify({ numPassedTests: 7, numFailedTests: 0, numFailedTestSuites: 1 });
  assert.deepEqual(count('vitest', report, 1), { passed: 7, failed: 1 });
  assert.deepEqual(count('vitest', report, 0), { passed: 7, failed: 0 });
});

test('playwright: a test that needed a second try has failed', () => {
  const report = JSON.stringify({ stats: { expected: 4, unexpected: 1, flaky: 2, skipped: 1 } });
  assert.deepEqual(count('playwright', report, 1), { passed: 4, failed: 3 });
});

test('junit: the suites are summed; errors have failed, and what was skipped has not passed', () => {
  const suite = (counts) => `<testsuite name="pytest" ${counts} time="1"><testcase name="tests=&quot;9&quot;"/></testsuite>`;
  const report = `<testsuites name="pytest tests">${suite('errors="1" failures="2" skipped="3" tests="20"')}${suite('tests="4"')}</testsuites>`;
  assert.deepEqual(count('junit', report, 1), { passed: 18, failed: 3 });
  assert.deepEqual(count('junit', report.slice(0, 20), 1), { passed: 0, failed: 1 });
});

test('node: what was never run because something else failed has failed too', () => {
  assert.deepEqual(count('node', '# tests 9\n# pass 5\n# fail 3\n# cancelled 1\n', 1), { passed: 5, failed: 4 });
  assert.deepEqual(count('node', '# tests 9\n# pass 9\n# fail 0\n# cancelled 0\n', 0), { passed: 9, failed: 0 });
});

test('a runner that left nothing behind is one failure, whatever it answered', () => {
  for (const runner of ['cargo', 'vitest', 'playwright', 'junit', 'node']) {
    assert.deepEqual(count(runner, '', 101), { passed: 0, failed: 1 });
    assert.deepEqual(count(runner, 'half a rep', 0), { passed: 0, failed: 1 });
  }
});

test('a check is one thing', () => {
  assert.deepEqual(count('single', 'anything', 0), { passed: 1, failed: 0 });
  assert.deepEqual(count('single', 'anything', 2), { passed: 0, failed: 1 });
});
