/** The worker from its start to its end, as a process. */
import { compose } from '#config/compose.ts';
import { readEnv } from '#config/env.ts';
import { createLogger, logConsole, logLimitsOff, logNoProbe, logNoStandby } from '#config/log.ts';
import { loadLocale } from '#messages/load-locale.ts';
import { hideEnvironment } from '#services/media/lock.ts';
import { runWorker } from './run.ts';

hideEnvironment();
const env = readEnv();
const log = createLogger(env, 'worker');
logConsole(log);
logLimitsOff(env, log);
logNoProbe(env, log);
logNoStandby(env, log);
const running = loadLocale(env.APP_LANGUAGE)
  .then(() => compose(env))
  .then((parts) => runWorker(env, parts, log));

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    log.info({ signal }, 'stopping: finishing what is under way');
    running
      .then((stop) => stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'could not stop cleanly');
          process.exit(1);
        },
      );
  });
}

running.catch((error: unknown) => {
  log.fatal({ err: error }, 'the worker could not start');
  process.exit(1);
});
