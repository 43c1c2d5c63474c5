/**
 * What operators run: finds the stack that is meant, says which one it is, and leaves the rest to the command.
 *
 *   node dev/operator.ts unpublish <content id>
 *   node dev/operator.ts keys:rotate
 *   node dev/operator.ts backup <folder>
 *   node dev/operator.ts restore <folder>
 */
import { addressed } from './operator-environment.ts';
import { Plain } from './terminal.ts';

const COMMANDS: Record<string, () => Promise<unknown>> = {
  unpublish: () => import('#worker/commands/unpublish.ts'),
  'keys:rotate': () => import('#worker/commands/rotate-keys.ts'),
  backup: () => import('#worker/commands/backup.ts'),
  restore: () => import('#worker/commands/restore.ts'),
};

// The command finds its own arguments where they would be without us.
const [name = ''] = process.argv.splice(2, 1);
const command = COMMANDS[name];
try {
  if (!command) throw new Plain(`Which command? One of ${Object.keys(COMMANDS).join(', ')}.`);
  const { words, env } = addressed(process.env);
  console.log(words);
  // What somebody has set themselves wins.
  for (const [variable, value] of Object.entries(env)) process.env[variable] ||= value;
  await command();
} catch (error) {
  if (!(error instanceof Plain)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
