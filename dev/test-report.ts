/** The summary at the end of a test run. */
import { relative } from 'node:path';

/** The part of vitest's JSON report that the summary uses. */
export interface Report {
  testResults: {
    /** The path of the file. */
    name: string;
    startTime: number;
    endTime: number;
    /** Why the file itself could not run; empty otherwise. */
    message: string;
    status: string;
    assertionResults: { fullName: string; title: string; status: string; failureMessages: string[] }[];
  }[];
}

type File = Report['testResults'][number];

/** One check, or one run of tests. */
export interface Part {
  name: string;
  isGood: boolean;
  /** Its duration. */
  seconds: number;
  /** Null for a check without tests, and for a run that ended before it wrote its report. */
  report: Report | null;
}

interface Row {
  name: string;
  files: number;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
}

/**
 * @param report of a run with a title filter
 * @returns the report without the tests that the filter excluded, which vitest counts as skipped
 */
export function chosenOf({ testResults }: Report): Report {
  const hasRun = ({ status }: File['assertionResults'][number]) => status === 'passed' || status === 'failed';
  return {
    testResults: testResults.map((file) => ({ ...file, assertionResults: file.assertionResults.filter(hasRun) })),
  };
}

const KINDS = ['process', 'db', 'http', 'workflow', 'fault'] as const;

/**
 * @param seconds the duration of the whole run
 * @returns a table, each failure with the command that runs it alone, and a line with the totals
 */
export function summaryOf(parts: readonly Part[], seconds: number): { text: string; isGood: boolean } {
  const rows = parts.flatMap(rowsOf);
  const total = (count: 'passed' | 'failed' | 'skipped') => rows.reduce((sum, row) => sum + row[count], 0);
  const [passed, failed, skipped] = [total('passed'), total('failed'), total('skipped')];
  const failures = parts.flatMap(failuresOf);
  const remarks = [
    ...parts.filter(isBrokenOutside).map(({ name }) => `${name}: something failed outside of the tests; see above.`),
    ...(skipped > 0 ? ['A skipped test proves nothing: fix it or delete it.'] : []),
    ...(passed === 0 ? ['No test ran.'] : []),
  ];
  return {
    text: ['', ...table(rows, seconds), '', ...failures, ...remarks, counted(passed, failed, skipped)].join('\n'),
    isGood: parts.every(({ isGood }) => isGood) && failed === 0 && skipped === 0 && passed > 0,
  };
}

const counted = (passed: number, failed: number, skipped: number) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** One row for each check and for each kind of test. The time of a kind is the sum over its files. */
function rowsOf({ name, seconds, report, isGood }: Part): Row[] {
  if (!report) return [{ name, files: 0, passed: 0, failed: isGood ? 0 : 1, skipped: 0, seconds }];
  const kinds = Map.groupBy(report.testResults, ({ name: file }) => kindOf(file));
  return [...kinds].map(([kind, files]) => {
    const tests = files.flatMap(({ assertionResults }) => assertionResults);
    const brokenFiles = files.filter(isBroken);
    const passed = tests.filter(({ status }) => status === 'passed').length;
    const failed = tests.filter(({ status }) => status === 'failed').length;
    return {
      name: kind,
      files: files.length,
      passed,
      failed: failed + brokenFiles.length,
      skipped: tests.length - passed - failed,
      seconds: files.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1_000, 0),
    };
  });
}

/** @returns the kind of test, by the file's name */
function kindOf(file: string): string {
  if (/\.spec\.tsx?$/.test(file)) return 'browser';
  return KINDS.find((kind) => new RegExp(`\\.${kind}\\.test\\.tsx?$`).test(file)) ?? 'pure';
}

function table(rows: readonly Row[], seconds: number): string[] {
  const lines = rows.map(({ name, files, passed, failed, seconds: took }) => [
    name,
    files ? `${files}` : '',
    files ? `${passed}` : '',
    failed ? `${failed}` : '',
    `${took.toFixed(1)} s`,
  ]);
  const all = [
    ['', 'files', 'passed', 'failed', 'time'],
    ...lines,
    ['everything', '', '', '', `${seconds.toFixed(1)} s`],
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0)));
  return all.map((cells) =>
    cells
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  ')
      .trimEnd(),
  );
}

/** @returns for each failed test its title, the first line of its error, and the command that runs it alone */
function failuresOf({ report }: Part): string[] {
  return (report?.testResults ?? []).flatMap((result) => {
    const file = relative(process.cwd(), result.name);
    const { message } = result;
    const failed = result.assertionResults.filter((test) => test.status === 'failed');
    if (isBroken(result)) return [`✗ ${file}: ${firstLine(message)}`, `    npm test -- ${file}`, ''];
    return failed.flatMap(({ fullName, title, failureMessages }) => [
      `✗ ${file}: ${fullName}`,
      `    ${firstLine(failureMessages[0] ?? '')}`,
      `    npm test -- ${file} -t ${quoted(title)}`,
      '',
    ]);
  });
}

/** @returns whether a file failed outside its tests: it does not load, or its services do not start */
function isBroken({ status, assertionResults }: File): boolean {
  return status === 'failed' && !assertionResults.some((test) => test.status === 'failed');
}

const firstLine = (text: string) => text.split('\n', 1)[0] ?? '';

/** @returns the title as a regular expression for `-t`, quoted for a shell */
function quoted(title: string): string {
  const pattern = title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  return `'${pattern.replaceAll("'", "'\\''")}'`;
}

function isBrokenOutside({ isGood, report }: Part): boolean {
  return !isGood && report !== null && report.testResults.every(({ status }) => status === 'passed');
}
