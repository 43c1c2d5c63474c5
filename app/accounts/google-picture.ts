import { setTimeout as sleep } from 'node:timers/promises';
import { contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { AccountView } from '#services/accounts/account.ts';
import { savePicture } from '#services/accounts/pictures.ts';
import type { Identified, IdentityProvider } from '#services/ports/identity-provider.ts';
import { drawInTurn } from './picture.ts';

/** The longest that a sign-in waits; a slower picture is saved afterwards. */
const PATIENCE = 3 * SECOND;

/** Copies a person's picture from Google into their account, unless they have one. A failure is only logged. */
export async function copyGooglePicture(
  context: Provider,
  google: IdentityProvider,
  { picture }: Identified,
  user: AccountView,
): Promise<void> {
  if (!picture || user.picture) return;
  const work = async () => {
    const bytes = await google.fetchPicture(picture);
    if (bytes) await savePicture(contextOf(context), user.id, bytes, drawInTurn(context));
  };
  const copied = work().catch((error) =>
    context.get(webDeps).log.warn({ err: error }, 'a picture from Google could not be saved'),
  );
  await Promise.race([copied, sleep(PATIENCE, undefined, { ref: false })]);
}
