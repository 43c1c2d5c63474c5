import type { TestProject } from 'vitest/node';
import { startTestServices } from './start-services.ts';

type Started = ReturnType<typeof startTestServices>;

/** One Postgres and one object store serve all projects of a run, each of which loads this file for itself. */
const run = globalThis as { testServices?: { started: Started; users: number } };

/** Once per run and project that needs more than memory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testServices ??= { started: startTestServices(), users: 0 };
  const shared = run.testServices;
  shared.users += 1;
  const { stop, ...services } = await shared.started;
  project.provide('services', services);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete run.testServices;
    await stop();
  };
}
