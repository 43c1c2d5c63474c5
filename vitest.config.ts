import { defineConfig } from 'vitest/config';

/**
 * A test's price is in its name: `*.test` needs memory only, `*.process.test` programs of its own, `*.db.test` Postgres, `*.workflow.test` an engine,
 * `*.http.test` the built app, `*.fault.test` processes that die, `*.spec` a browser, and `*.python.test` Python with venv: only `npm run test:hostile` runs these.
 */
const HEAVY = ['process', 'db', 'workflow', 'http', 'fault', 'python'];
const needsServices = {
  globalSetup: ['tests/harness/global-setup.ts'],
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // What is waited for comes at its own pace, and a machine that is busy is not one that is wrong.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    // Of a file that passed one line is enough; a test is named where it takes this long.
    slowTestThreshold: 10_000,
    setupFiles: ['tests/harness/quiet.ts', 'tests/harness/seed.ts'],
    // Reading the modules costs more than most files of tests: a worker reads them once. A file that puts something in
    // the place of a module says `mocked` in its name, and has modules of its own.
    isolate: false,
    // The build is run as Node would run it.
    server: { deps: { external: [/\/build\/server\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: HEAVY.map((price) => `tests/**/*.${price}.test.ts`),
          testTimeout: 20_000,
        },
      },
      { extends: true, test: { name: 'process', include: ['tests/**/*.process.test.ts'], testTimeout: 60_000 } },
      {
        extends: true,
        test: { name: 'db', include: ['tests/**/*.db.test.ts'], exclude: ['tests/**/*.mocked.*'], ...needsServices },
      },
      {
        extends: true,
        test: { name: 'mocked', include: ['tests/**/*.mocked.db.test.ts'], isolate: true, ...needsServices },
      },
      {
        extends: true,
        test: {
          name: 'workflow',
          include: ['tests/**/*.workflow.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'http',
          include: ['tests/**/*.http.test.ts'],
          // React's development build renders at a third of the pace. tests/e2e/every-page.spec.ts has it check each page.
          env: { NODE_ENV: 'production' },
          ...needsServices,
        },
      },
      { extends: true, test: { name: 'browser', include: ['tests/**/*.spec.ts'], ...needsServices } },
      {
        extends: true,
        test: { name: 'python', include: ['tests/**/*.python.test.ts'], testTimeout: 60_000, hookTimeout: 300_000 },
      },
      { extends: true, test: { name: 'fault', include: ['tests/**/*.fault.test.ts'], ...needsServices } },
    ],
  },
});
