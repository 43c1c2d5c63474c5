/** A test mail to a trusted contact. */
import { NOW } from '#db/instants.ts';
import { CONTACT_TESTS, CONTACT_TESTS_OF, CONTACT_TESTS_TO } from '#domain/accounts/limits.ts';
import { mailboxOf } from '#domain/accounts/mailbox.ts';
import { AppError } from '#domain/errors.ts';
import { DAY, SECOND } from '#domain/time/durations.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { countTry } from '#services/limits/limits.ts';
import { type ContactView, findContact } from './contacts.ts';
import { mailContact } from './mail-contact.ts';

/**
 * Mails a contact that this is a test, so that the owner learns whether mails arrive.
 * @throws AppError not-found; address-unconfirmed: the mail names the owner's address; conflict when the contact wants
 *   nothing more; too-many-requests beyond a few a day, and within REACHED_FOR after a test has arrived
 */
export async function testContact(context: Context, ownerId: string, id: string): Promise<ContactView> {
  const contact = await findContact(context, ownerId, id);
  const { email } = contact;
  await requireConfirmedAddress(context.em, ownerId);
  if (contact.has_stopped)
    throw new AppError('conflict', say(emergencyRefusals['contact-stopped'], { name: contact.name }));
  requireNoneArrived(contact, context.now);
  await countTry(context, [
    { limit: CONTACT_TESTS, of: [ownerId, email] },
    { limit: CONTACT_TESTS_OF, of: [ownerId] },
    { limit: CONTACT_TESTS_TO, of: [mailboxOf(email)] },
  ]);
  return mailContact(context, ownerId, contact, {
    kind: 'test',
    set: { tested_at: NOW, reached_at: null, test_given_up_at: null },
    event: 'contact-tested',
  });
}

function requireNoneArrived({ name, next_test_at }: ContactView, now: Date): void {
  const wait = next_test_at === null ? 0 : Date.parse(next_test_at) - now.getTime();
  if (wait <= 0) return;
  const message = say(emergencyRefusals['test-arrived'], { name, days: Math.ceil(wait / DAY) });
  throw new AppError('too-many-requests', message, [], { retry_after: Math.ceil(wait / SECOND) });
}
