import { defineConfig } from 'vitest/config';

/**
 * A test's price is in its name: `*.test` needs memory only, `*.db.test` Postgres, `*.workflow.test` an engine,
 * `*.http.test` the built app, `*.fault.test` processes that die, `*.spec` a browser.
 */
const HEAVY = ['db', 'workflow', 'http', 'fault'];
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
    setupFiles: ['tests/harness/quiet.ts'],
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
      { extends: true, test: { name: 'db', include: ['tests/**/*.db.test.ts'], ...needsServices } },
      {
        extends: true,
        test: {
          name: 'workflow',
          include: ['tests/**/*.workflow.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // One file at a time: these measure seconds, and two cores cannot run two worlds honestly.
      {
        extends: true,
        test: {
          name: 'whole',
          include: ['tests/**/*.{http,fault}.test.ts', 'tests/**/*.spec.ts'],
          ...needsServices,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
