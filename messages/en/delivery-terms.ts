import type { Channel, FailureCode } from '#domain/delivery/delivery.ts';
import { catalogue } from '../catalogue.ts';

/** In sentences: "by email", "by WhatsApp". */
export const channelLabels = catalogue('channels', {
  email: 'email',
  whatsapp: 'WhatsApp',
  sms: 'SMS',
} satisfies Record<Channel, string>);

/** Why a delivery failed, as its owner reads it. */
export const failureReasons = catalogue('failures', {
  'invalid-recipient': 'The address was refused. It may be mistyped or closed.',
  'content-refused': 'The mail service refused the message.',
  reported: 'The recipient marked the message as spam, so we don’t send anything else to this address.',
  'no-whatsapp': 'WhatsApp can’t reach this number, or the number doesn’t accept messages from us.',
  'no-sms': 'SMS can’t reach this number, or the number doesn’t accept messages from us.',
  unheard: 'WhatsApp didn’t confirm within two days that it arrived.',
  'sms-unheard': 'SMS didn’t confirm within two days that it arrived.',
  bounced: 'The message came back. The mailbox doesn’t exist or doesn’t accept mail.',
  blocked: 'The recipient’s mail service blocked the message.',
  dropped: 'The mail service won’t send to this address, because earlier mail to it came back or was marked as spam.',
  unconfirmed: 'We couldn’t find out whether it arrived. It may have arrived, perhaps even twice.',
  expired: 'We tried for seven days, but the mail service didn’t accept it.',
  refused: 'The person who got it said it wasn’t for them.',
  stopped: 'The recipient wants no more messages.',
  revoked: 'You came back before it was sent.',
  'cancelled-by-operator': 'Our team stopped it.',
} satisfies Record<FailureCode, string>);
