/** The engine with its clock skipped, and the production bundle. */
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, type WorkflowBundle } from '@temporalio/worker';
import { timeSkippingServer } from '#dev/test-server.ts';
import { bundleWorkflows } from '#worker/bundle-workflows.ts';
import { searchAttributes } from '#workflows/contracts/engine.ts';

const TYPES = { KEYWORD: 2, INT: 3, DATETIME: 6 } as const;

/** The longest that an engine allows: after the default of ten seconds it would restart a task of a busy worker. */
export const TASK_TIMEOUT = '2 minutes';

export async function skipTime(): Promise<{ env: TestWorkflowEnvironment; bundle: WorkflowBundle }> {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
  });
  const executable = await timeSkippingServer();
  const env = await TestWorkflowEnvironment.createTimeSkipping(executable ? { server: { executable } } : {});
  // The test server cannot list them, which adapters/temporal-search.ts does first.
  await env.connection.operatorService.addSearchAttributes({
    namespace: env.namespace ?? 'default',
    searchAttributes: Object.fromEntries(Object.values(searchAttributes).map(({ name, type }) => [name, TYPES[type]])),
  });
  return { env, bundle: await bundleWorkflows() };
}
