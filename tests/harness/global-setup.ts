import type { TestProject } from 'vitest/node';
import { startTestServices } from './start-services.ts';

/** Once per run, for every project that needs more than memory. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { stop, ...services } = await startTestServices();
  project.provide('services', services);
  return stop;
}
