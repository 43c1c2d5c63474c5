/** The engine with its clock skipped, and the production bundle. */
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Runtime, type WorkflowBundle } from '@temporalio/worker';
import { answersOn, freePorts } from '#dev/ports.ts';
import { timeSkippingServer } from '#dev/test-server.ts';
import { TestProcess } from '#tests/harness/process.ts';
import { bundleWorkflows } from '#worker/bundle-workflows.ts';
import { searchAttributes } from '#workflows/contracts/engine.ts';

const TYPES = { KEYWORD: 2, INT: 3, DATETIME: 6 } as const;

/** The longest that an engine allows: after the default of ten seconds it would restart a task of a busy worker. */
export const TASK_TIMEOUT = '2 minutes';

interface SkippedTime {
  env: TestWorkflowEnvironment;
  bundle: WorkflowBundle;
  stop(): Promise<void>;
}

export async function skipTime(): Promise<SkippedTime> {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
  });
  const { env, stop } = await startEngine();
  // The test server cannot list them, which adapters/temporal-search.ts does first.
  await env.connection.operatorService.addSearchAttributes({
    namespace: env.namespace ?? 'default',
    searchAttributes: Object.fromEntries(Object.values(searchAttributes).map(({ name, type }) => [name, TYPES[type]])),
  });
  return { env, stop, bundle: await bundleWorkflows() };
}

/**
 * `createTimeSkipping` gives a server five seconds to start, and a busy machine needs longer. So the server starts here,
 * and the SDK connects to it by `create`, as `createFromExistingServer` does for a server that does not skip time.
 */
async function startEngine(): Promise<Pick<SkippedTime, 'env' | 'stop'>> {
  const executable = await timeSkippingServer();
  if (!executable) {
    const env = await TestWorkflowEnvironment.createTimeSkipping();
    return { env, stop: () => env.teardown() };
  }
  const [port = 0] = await freePorts(1);
  const isReady = () => answersOn(port);
  const server = new TestProcess({ name: 'test server', command: executable.path, args: [`${port}`], isReady });
  await server.start();
  const options = { server: { type: 'existing' }, address: `127.0.0.1:${port}`, supportsTimeSkipping: true };
  // biome-ignore lint/complexity/useLiteralKeys: the method is private, and only this notation reaches it
  const env: TestWorkflowEnvironment = await TestWorkflowEnvironment['create'](options);
  return { env, stop: () => env.teardown().then(() => server.kill()) };
}
