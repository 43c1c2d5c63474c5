/**
 * Runs an operator's command: finds the stack, prints which one it is, and starts the command.
 *
 *   node dev/operator.ts unpublish <content id>
 *   node dev/operator.ts resend <delivery id> [--to <address>]
 *   node dev/operator.ts hold <delivery id> [<delivery id> ...] | --all
 *   node dev/operator.ts unhold <delivery id> [<delivery id> ...] | --all
 *   node dev/operator.ts keys:rotate
 *   node dev/operator.ts clock:accept
 *   node dev/operator.ts backup <folder>
 *   node dev/operator.ts backup:erase <folder> [<folder> ...]
 *   node dev/operator.ts restore <folder>
 */
import { type AddressVariable, targetStack } from './operator-environment.ts';
import { ExplainedError } from './terminal.ts';

/** Each command, and the variable that names its database. */
const COMMANDS: Record<string, { address: AddressVariable; run: () => Promise<unknown> }> = {
  unpublish: { address: 'DATABASE_URL', run: () => import('#worker/commands/unpublish.ts') },
  resend: { address: 'DATABASE_URL', run: () => import('#worker/commands/resend.ts') },
  hold: { address: 'DATABASE_URL', run: () => import('#worker/commands/hold.ts') },
  unhold: { address: 'DATABASE_URL', run: () => import('#worker/commands/unhold.ts') },
  'keys:rotate': { address: 'DATABASE_URL', run: () => import('#worker/commands/rotate-keys.ts') },
  'clock:accept': { address: 'DATABASE_URL', run: () => import('#worker/commands/accept-clock.ts') },
  backup: { address: 'BACKUP_DATABASE_URL', run: () => import('#worker/commands/backup.ts') },
  'backup:erase': { address: 'BACKUP_DATABASE_URL', run: () => import('#worker/commands/erase-accounts.ts') },
  restore: { address: 'MIGRATION_DATABASE_URL', run: () => import('#worker/commands/restore.ts') },
};

// The command finds its arguments where it expects them.
const [name = ''] = process.argv.splice(2, 1);
const command = COMMANDS[name];
try {
  if (!command) throw new ExplainedError(`Which command? One of ${Object.keys(COMMANDS).join(', ')}.`);
  const { description, env } = targetStack(process.env, command.address);
  console.log(description);
  // The operator's own variables win.
  for (const [variable, value] of Object.entries(env)) process.env[variable] ||= value;
  await command.run();
} catch (error) {
  if (!(error instanceof ExplainedError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
