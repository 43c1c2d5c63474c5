/** What can be asked for once a delivery has gone out, or has failed. */
import { z } from 'zod';
import { STORY_KINDS, sentenceOf } from '#app/deliveries/story-words.ts';
import { contextOf } from '#app/middleware/context.ts';
import { retrySchema } from '#domain/delivery/delivery.schema.ts';
import { FAILURES, type FailureCode } from '#domain/delivery/delivery.ts';
import { extendLink } from '#services/deliveries/extend-link.ts';
import { resendDelivery } from '#services/deliveries/resend-delivery.ts';
import { retryDelivery } from '#services/deliveries/retry-delivery.ts';
import { revokeLink } from '#services/deliveries/revoke-link.ts';
import { findStory } from '#services/deliveries/story.ts';
import { delivery } from './delivery-operations.ts';
import { withToken } from './operation.ts';

const entry = z
  .object({
    at: z.iso.datetime(),
    event: z.enum(STORY_KINDS),
    by: z.enum(['owner', 'stillhere', 'provider', 'recipient', 'operator']),
    channel: z.enum(['email', 'whatsapp']).nullable(),
    code: z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]).nullable(),
    text: z.string(),
  })
  .meta({ id: 'StoryEntry' });

export const SENT_DELIVERY_OPERATIONS = [
  withToken(
    'deliveryStory',
    'GET /delivery/{id}/story',
    {
      summary: 'What happened to a delivery so far',
      notes:
        'In the order in which it happened, from when it was written. Dates in the sentences are told in your own zone.',
      answer: z.array(entry),
    },
    async ({ context, session, params }) => {
      const { id, time_zone: timeZone } = session.user;
      const story = await findStory(contextOf(context), id, params.id ?? '');
      const { recipient_name, recipient_email } = story.delivery;
      const told = { recipient: recipient_name || recipient_email, type: story.type, timeZone };
      return story.entries.map((one) => {
        const { at, kind: event, by, channel, code } = one;
        return { at, event, by, channel, code, text: sentenceOf(one, told) };
      });
    },
  ),
  withToken(
    'retryDelivery',
    'POST /delivery/{id}/retry',
    {
      summary: 'Try a delivery that failed again',
      notes:
        'Now, to the address that is given; what else is left out stays as it is. By whatsapp it needs recipient_phone. An earlier link opens nothing any more.',
      body: retrySchema,
      answer: delivery,
      refuses: ['conflict'],
    },
    ({ context, session, params, body }) => retryDelivery(contextOf(context), session.user.id, params.id ?? '', body),
  ),
  withToken(
    'resendDelivery',
    'POST /delivery/{id}/resend',
    {
      summary: 'Send once more what was sent',
      notes:
        'The same message with the same link, which then opens for another 24 months; with a new link where it was revoked. Up to 5 times a day.',
      answer: delivery,
      creates: true,
      refuses: ['too-many-requests'],
    },
    ({ context, session, params }) => resendDelivery(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'revokeLink',
    'POST /delivery/{id}/revoke-link',
    {
      summary: 'Close the link of what was sent',
      notes:
        'From this moment it opens nothing, and no file behind it. It never opens again; sending it once more brings a new one.',
      answer: delivery,
      refuses: ['conflict'],
    },
    ({ context, session, params }) => revokeLink(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'extendLink',
    'POST /delivery/{id}/extend-link',
    {
      summary: 'Keep the link of what was sent open',
      notes: 'For 24 months from now, also one whose time has passed.',
      answer: delivery,
      refuses: ['conflict'],
    },
    ({ context, session, params }) => extendLink(contextOf(context), session.user.id, params.id ?? ''),
  ),
];
