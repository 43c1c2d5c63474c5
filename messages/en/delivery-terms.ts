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
  'invalid-recipient': 'The address was refused: it may be mistyped or closed.',
  'content-refused': 'The mail service refused the message.',
  reported: 'The recipient reported the message as unwanted, so nothing more goes to this address.',
  'no-whatsapp': 'This number cannot be reached by WhatsApp, or does not accept messages from us.',
  'no-sms': 'This number cannot be reached by SMS, or does not accept messages from us.',
  unheard: 'WhatsApp did not report within two days that it arrived.',
  'sms-unheard': 'SMS did not report within two days that it arrived.',
  bounced: 'The message came back: the mailbox does not exist or does not accept mail.',
  blocked: 'The recipient’s mail service blocked the message.',
  dropped: 'The mail service will not send to this address: earlier mail to it came back or was reported.',
  unconfirmed: 'We could not learn whether it arrived. It may have, once or twice.',
  expired: 'We tried for seven days and the mail service did not take it.',
  refused: 'The person who got it said it was not for them.',
  revoked: 'You came back before it was sent.',
  'cancelled-by-operator': 'It was stopped by an operator.',
} satisfies Record<FailureCode, string>);
