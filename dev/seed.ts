import { SECOND } from '#domain/time/durations.ts';
import type { VaultContext } from '#services/context.ts';
import { ACCOUNTS } from './seed/accounts.ts';
import { plantAccount } from './seed/plant.ts';

/**
 * Creates the demo accounts that do not exist yet. Running it again changes nothing.
 * @param context with a fork of its own and a prepared object store
 * @returns the emails of the accounts that it created
 */
export async function seed(context: VaultContext): Promise<string[]> {
  const made: string[] = [];
  for (const account of ACCOUNTS) {
    if (await plantAccount(context, account)) made.push(account.email);
  }
  return made;
}

if (import.meta.main) {
  const { compose } = await import('#config/compose.ts');
  const { readEnv } = await import('#config/env.ts');
  const env = readEnv();
  const composition = await compose(env);
  try {
    const { keyring, objects } = composition;
    await objects.prepare();
    const made = await seed({
      em: composition.fork(),
      keyring,
      objects,
      now: new Date(),
      protocolDay: env.EMERGENCY_DAY_SECONDS * SECOND,
    });
    console.log(made.length === 0 ? 'The demo accounts exist already.' : `Created ${made.join(', ')}.`);
  } finally {
    await composition.close();
  }
}
