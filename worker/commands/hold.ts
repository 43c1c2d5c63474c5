/**
 * For operators: holds deliveries: nothing sends them until they are let go.
 *
 *   npm run hold -- <delivery id> [<delivery id> ...]
 *   npm run hold -- --all
 */
import { runHold } from './hold-command.ts';

await runHold('hold');
