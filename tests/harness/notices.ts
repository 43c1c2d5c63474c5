import type { EmailMessage } from '#services/ports/senders.ts';
import { sendDueNotices } from '#tests/harness/jobs.ts';
import type { createStage } from './person.ts';

/**
 * Mails the notices that are due; of a stage, or of a vault.
 * @param meanwhile runs after the provider has accepted a mail, and before we record that
 */
export async function mailNotices(
  { orm, keyring }: Pick<Awaited<ReturnType<typeof createStage>>, 'orm' | 'keyring'>,
  meanwhile: (message: EmailMessage) => Promise<void> = async () => {},
): Promise<EmailMessage[]> {
  const sent: EmailMessage[] = [];
  await sendDueNotices({
    fork: () => orm.em.fork(),
    keyring,
    appOrigin: 'https://stillhere.example',
    policy: { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 },
    whatsapp: null,
    sms: null,
    // why: a mail reaches a person; the test checks what is written to whom.
    email: {
      async send(message) {
        sent.push(message);
        await meanwhile(message);
        return { kind: 'accepted', messageId: null };
      },
    },
    observe: () => {},
  });
  return sent;
}
