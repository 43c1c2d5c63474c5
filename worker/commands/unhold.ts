/**
 * For operators: lets held deliveries go: on their dates, or now where these have passed.
 *
 *   npm run unhold -- <delivery id> [<delivery id> ...]
 *   npm run unhold -- --all
 */
import { runHold } from './hold-command.ts';

await runHold('unhold');
