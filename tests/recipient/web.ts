import { ACCOUNT_IDS, deliveryId, FILE_IDS, LETTER_IDS } from '#dev/seed/ids.ts';
import { type LinkPurpose, linkSecret } from '#services/crypto/link.ts';
import { type TestServices, testServices } from '#tests/harness/services.ts';
import { startWeb as startEmptyWeb } from '#tests/http/web.ts';

const THINGS = { ...LETTER_IDS, ...FILE_IDS };

/**
 * The built web over the demo accounts: letters that went out, and their links.
 * @param overrides variables of the web process
 */
export async function startWeb(services: TestServices = testServices(), overrides: Record<string, string> = {}) {
  const web = await startEmptyWeb(overrides, services, services.seeded);
  const { origin, keyring } = web;
  return {
    ...web,
    ownerId: ACCOUNT_IDS.premium,
    /** The id of the delivery of a letter or a file, and the link that its message carried. */
    delivery(thing: keyof typeof THINGS, epoch = 1): { id: string; link: string } {
      const id = deliveryId(THINGS[thing]);
      return { id, link: `${origin}/m/${linkSecret(keyring, 'delivery', id, epoch)}` };
    },
    /** The secret of any other link. */
    secret: (purpose: LinkPurpose, id: string, epoch: number) => linkSecret(keyring, purpose, id, epoch),
  };
}
