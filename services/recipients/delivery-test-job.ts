/** "Send me a test": mails the message of a delivery that waits to its owner. It never opens the delivery. */
import { query } from '#db/query.ts';
import { DELIVERY_TESTS } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { SealBroken } from '#services/crypto/seal.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { type ClaimedJob, enqueue, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, retryDelay, TO_ACCOUNTS } from '#services/jobs/mail-retry.ts';
import { countTry } from '#services/limits/limits.ts';
import { invitationTest, phoneTest } from '#services/mails/delivery-tests.ts';
import { invitationParts } from '#services/mails/invitations.ts';
import type { Mail } from '#services/mails/layout.ts';
import { inLanguage } from '#services/reader-language.ts';
import { findPreviewable, type Preview, previewDelivery } from './preview.ts';

/** What sending a test needs. */
type TestDeps = Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'>;

/** A test that comes a day later would be about a letter that its owner no longer looks at. */
const RETRY: MailRetry = { ...TO_ACCOUNTS, giveUpAfter: DAY };

/**
 * Queues a test of a delivery for its owner's confirmed address. While one waits to go out, asking again adds none.
 * @throws AppError not-found; conflict once it is due, being sent or finished; address-unconfirmed; too-many-requests
 *   beyond DELIVERY_TESTS
 */
export async function testDelivery(context: Context, ownerId: string, id: string): Promise<DeliveryView> {
  const delivery = await findPreviewable(context, ownerId, id);
  await requireConfirmedAddress(context.em, ownerId);
  await countTry(context, [{ limit: DELIVERY_TESTS, of: [ownerId] }]);
  await enqueue(context.em, 'delivery-test', id);
  return delivery;
}

/** Mails the tests. At least once: a second copy does no harm. */
export function deliveryTestJob(deps: TestDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => mailTest(deps, job) };
}

async function mailTest(deps: TestDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { fork, keyring, email, policy, appOrigin } = deps;
  const owner = await query(fork())
    .selectFrom('deliveries as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .select(['u.id', 'u.email'])
    .where('d.id', '=', job.subject)
    .where('u.email_confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (!owner) return 'done';
  const context = { em: fork(), keyring, now: new Date(), appOrigin };
  const preview = await previewDelivery(context, owner.id, job.subject).catch(nullIfGone);
  if (!preview) return 'done';
  const answer = await email.send({
    to: { email: owner.email, name: null },
    ...compose(preview),
    reference: { delivery_test_id: job.subject },
  });
  const againIn = retryDelay(RETRY, answer, job, policy.minute);
  return againIn === null ? 'done' : { againIn };
}

/** The delivery was sent or deleted meanwhile, or its content was; or the content is damaged, of which the page says so. */
function nullIfGone(error: unknown): null {
  if (error instanceof AppError || error instanceof SealBroken) return null;
  throw error;
}

function compose({ channel, language, recipient, message }: Preview): Mail {
  if (message.kind === 'email')
    return invitationTest(
      inLanguage(language, () => invitationParts(message.mail)),
      recipient,
    );
  return phoneTest({ ...message, recipient, channel });
}
