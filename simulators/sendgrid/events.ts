/**
 * Events in the shape of SendGrid's Event Webhook.
 * @see https://www.twilio.com/docs/sendgrid/for-developers/tracking-events/event
 */
import type { EventOf, RecordedEvent, StoredMessage } from '../messages.ts';
import { misreadAddress } from './misread-name.ts';

/** One event as it is posted, with the mail's custom arguments beside SendGrid's own fields. */
export type SendgridEvent = Record<string, unknown> & { event: string; sg_event_id: string };

const IP = '203.0.113.7';
const BROWSER = { ip: IP, useragent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

/** What SendGrid adds to each kind of event, and its name for the kind. */
const DETAILS: Record<EventOf<'email'>, Record<string, unknown> & { event: string }> = {
  processed: { event: 'processed' },
  delivered: { event: 'delivered', response: '250 2.0.0 OK', ip: IP, tls: 1 },
  deferred: { event: 'deferred', response: '451 4.3.0 Please try again later', attempt: '5', ip: IP, tls: 1 },
  bounce: {
    event: 'bounce',
    type: 'bounce',
    status: '5.1.1',
    reason: '550 5.1.1 The email account that you tried to reach does not exist.',
    bounce_classification: 'Invalid Address',
    ip: IP,
    tls: 1,
  },
  blocked: {
    event: 'bounce',
    type: 'blocked',
    status: '5.7.1',
    reason: '550 5.7.1 The message was refused by the policy of the receiving server.',
    bounce_classification: 'Reputation',
    ip: IP,
    tls: 1,
  },
  dropped: { event: 'dropped', status: '5.0.0', reason: 'Bounced Address' },
  open: { event: 'open', ...BROWSER, sg_content_type: 'html', sg_machine_open: false },
  click: { event: 'click', ...BROWSER, url: 'https://stillhere.example/', url_offset: { index: 0, type: 'html' } },
  spamreport: { event: 'spamreport' },
};

/** Something that happened to a mail. */
export type MailEvent = RecordedEvent & { event: EventOf<'email'> };

/** What an event contains of its message. */
export type EventSubject = Pick<StoredMessage, 'id' | 'to' | 'to_name' | 'custom_args' | 'categories'>;

/**
 * @param nonce the same nonce, message and event give the same event id, as a repeat by SendGrid has
 */
export function toSendgridEvent(message: EventSubject, { event, at }: MailEvent, nonce: string): SendgridEvent {
  // One request has one message id; the simulator adds `.1` and so on for its further recipients.
  const [messageId, recipient = '0'] = message.id.split('.');
  const misread = event === 'dropped' ? misreadAddress(message.to_name) : null;
  return {
    ...message.custom_args,
    email: message.to,
    timestamp: Math.floor(Date.parse(at) / 1000),
    ...(message.categories.length > 0 && { category: message.categories }),
    'smtp-id': `<${messageId}@geopod-ismtpd-7>`,
    sg_event_id: Buffer.from(`${event}-${nonce}-${message.id}`).toString('base64url'),
    sg_message_id: `${messageId}.recvd-5f54b5d587-pczjm-1-67BADEEA-6.${recipient}`,
    ...DETAILS[event],
    ...(misread !== null && { email: misread, reason: 'Invalid' }),
  };
}
