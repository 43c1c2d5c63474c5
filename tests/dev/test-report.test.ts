import { expect, test } from 'vitest';
import { chosenOf, type Part, type Report, summaryOf } from '#dev/test-report.ts';

type File = Report['testResults'][number];
type Assertion = File['assertionResults'][number];

const assertion = (title: string, status: string, failureMessages: string[] = []): Assertion => ({
  fullName: `a subject ${title}`,
  title,
  status,
  failureMessages,
});

function file(name: string, assertionResults: Assertion[], message = ''): File {
  const isBad = message !== '' || assertionResults.some(({ status }) => status === 'failed');
  return { name, startTime: 1_000, endTime: 3_500, message, status: isBad ? 'failed' : 'passed', assertionResults };
}

const part = (name: string, testResults: File[] | null, isGood = true): Part => ({
  name,
  isGood,
  seconds: 12.34,
  report: testResults && { testResults },
});

test('a run that passed ends with a table of the kinds, their time, and a line with the totals', () => {
  const { text, isGood } = summaryOf(
    [
      part('style', null),
      part('requests', [
        file('tests/a.db.test.ts', [assertion('holds', 'passed'), assertion('holds too', 'passed')]),
        file('tests/b.db.test.ts', [assertion('holds', 'passed')]),
        file('tests/c.spec.ts', [assertion('is seen', 'passed')]),
      ]),
    ],
    61.2,
  );
  expect(isGood).toBe(true);
  expect(text).toBe(
    `
            files  passed  failed    time
style                              12.3 s
db              2       3           5.0 s
browser         1       1           2.5 s
everything                         61.2 s

4 passed, 0 failed, 0 skipped`,
  );
});

test('a failed test is listed with its error and the command that runs it alone', () => {
  const why = 'expected 1 to be 2\n    at somewhere.ts:1:1';
  const failed = assertion("asks Ana's letter (twice)", 'failed', [why]);
  const { text, isGood } = summaryOf([part('pure', [file('tests/a.test.ts', [failed])], false)], 1);
  expect(isGood).toBe(false);
  expect(text).toContain(`✗ tests/a.test.ts: a subject asks Ana's letter (twice)
    expected 1 to be 2
    npm test -- tests/a.test.ts -t 'asks Ana'\\''s letter \\(twice\\)'
`);
  expect(text.split('\n').at(-1)).toBe('0 passed, 1 failed, 0 skipped');
});

test('a file that cannot run, an error outside of the tests, and a skipped test count as failures', () => {
  const passed = file('tests/a.test.ts', [assertion('holds', 'passed')]);
  const broken = summaryOf([part('pure', [passed, file('tests/b.test.ts', [], 'No such module')], false)], 1);
  expect(broken.text).toContain('✗ tests/b.test.ts: No such module\n    npm test -- tests/b.test.ts\n');
  expect(broken.text).toContain('1 passed, 1 failed, 0 skipped');

  const outside = summaryOf([part('pure', [passed], false)], 1);
  expect(outside.isGood).toBe(false);
  expect(outside.text).toContain('pure: something failed outside of the tests');

  const ended = summaryOf([part('pure', [passed]), part('requests', null, false)], 1);
  expect(ended.isGood).toBe(false);
  expect(ended.text).toContain('1 passed, 1 failed, 0 skipped');

  const skipped = summaryOf([part('pure', [file('tests/a.test.ts', [assertion('waits', 'skipped')]), passed])], 1);
  expect(skipped.isGood).toBe(false);
  expect(skipped.text).toContain('A skipped test proves nothing');
});

test('a run without tests fails', () => {
  const { text, isGood } = summaryOf([part('pure', [])], 1);
  expect([isGood, text.includes('No test ran.')]).toEqual([false, true]);
});

test('a run with a title filter passes when the tests with that title pass', () => {
  const report = {
    testResults: [
      file('tests/a.test.ts', [assertion('is chosen', 'passed'), assertion('is not', 'skipped')]),
      file('tests/b.test.ts', [assertion('is not, either', 'skipped')]),
    ],
  };
  const narrowed = { ...part('some', []), report: chosenOf(report) };
  const { text, isGood } = summaryOf([narrowed], 1);
  expect(isGood).toBe(true);
  expect(text.split('\n').at(-1)).toBe('1 passed, 0 failed, 0 skipped');
});
