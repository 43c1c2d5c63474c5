/** Process 2: the worker. See worker/run.ts for what it does. */
import { compose } from '#config/compose.ts';
import { readEnv } from '#config/env.ts';
import { createLogger } from '#config/log.ts';
import { runWorker } from './run.ts';

const env = readEnv();
const log = createLogger(env, 'worker');
const stop = await runWorker(env, await compose(env), log);

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'finishing what is under way');
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  });
}
