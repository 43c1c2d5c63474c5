import { z } from 'zod';
import { STORY_KINDS, sentenceOf } from '#app/deliveries/story-words.ts';
import { contextOf } from '#app/middleware/context.ts';
import { previewContextOf, previewDocument } from '#app/static-pages/preview-response.tsx';
import { DELIVERY_TESTS } from '#domain/accounts/limits.ts';
import { retrySchema } from '#domain/delivery/delivery.schema.ts';
import { CONTENTS_MAX, FAILURE_CODES, RECIPIENTS_MAX, RESENDS_A_DAY } from '#domain/delivery/delivery.ts';
import { LINK_LIVES } from '#domain/delivery/link-life.ts';
import { changeAnyDeliverySchema, changeGroupSchema, scheduleSeveralSchema } from '#domain/delivery/schedule.schema.ts';
import { LANGUAGES } from '#domain/language.ts';
import { confirmRecipientAddress } from '#services/deliveries/address-check.ts';
import { extendLink, resendDelivery, retryDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { changeGroup, deleteGroup } from '#services/deliveries/change-group.ts';
import { findDelivery, pageOfDeliveries } from '#services/deliveries/queries.ts';
import { deleteDelivery, rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { scheduleDeliveries } from '#services/deliveries/schedule-several.ts';
import { findStory } from '#services/deliveries/story.ts';
import { invitation } from '#services/mails/invitations.ts';
import { notFound } from '#services/not-found.ts';
import { inLanguage } from '#services/reader-language.ts';
import { testDelivery } from '#services/recipients/delivery-test-job.ts';
import { type Preview, previewDelivery } from '#services/recipients/preview.ts';
import { ACTORS, CHANNEL_VALUES, DELIVERY_STATUSES, LINK_STATES, ORIGINS } from './delivery-fields.ts';
import { oneOf } from './field.ts';
import { withToken } from './operation.ts';
import { PAGES, page, pageQuery } from './pages.ts';

const instant = z.iso.datetime();
const failureCode = z.enum(FAILURE_CODES);
const linkYears = z.literal(LINK_LIVES.filter((years) => years !== null)).nullable();

const delivery = z
  .object({
    id: z.uuid(),
    origin: oneOf(ORIGINS),
    group_id: z.uuid().nullable(),
    group_size: z.int(),
    content_id: z.uuid().nullable(),
    content_ids: z.array(z.uuid()),
    content_title: z.string(),
    delivery_type: oneOf(CHANNEL_VALUES),
    recipient_email: z.string(),
    recipient_name: z.string().nullable(),
    alternate_email: z.string().nullable(),
    refused_email: z.string().nullable(),
    recipient_phone: z.string().nullable(),
    recipient_phone_grouped: z.string().nullable(),
    scheduled_time: instant,
    local_time: z.string().nullable(),
    time_zone: z.string(),
    status: oneOf(DELIVERY_STATUSES),
    changeable: z.boolean(),
    delayed: z.boolean(),
    held_at: instant.nullable(),
    tried: z.boolean(),
    asks_address: z.boolean(),
    sent_at: instant.nullable(),
    delivered_at: instant.nullable(),
    opened_at: instant.nullable(),
    downloaded_at: instant.nullable(),
    fell_back_at: instant.nullable(),
    unconfirmed: z.boolean(),
    link_years: linkYears,
    question: z.string().nullable(),
    tells_more: z.boolean(),
    repeat: z.object({ every: z.literal('year'), until_year: z.int() }).nullable(),
    next_id: z.uuid().nullable(),
    language: z.enum(LANGUAGES),
    link: z.object({ state: oneOf(LINK_STATES), expires_at: instant.nullable() }),
    failure: z.object({ code: failureCode, text: z.string() }).nullable(),
    created_at: instant,
  })
  .meta({ id: 'Delivery' });

const scheduled = delivery.extend({ deliveries: z.array(delivery).optional() }).meta({ id: 'ScheduledDelivery' });

const storyEntry = z
  .object({
    at: instant,
    event: z.enum(STORY_KINDS),
    by: oneOf(ACTORS),
    channel: oneOf(CHANNEL_VALUES).nullable(),
    code: failureCode.nullable(),
    text: z.string(),
  })
  .meta({ id: 'StoryEntry' });

const preview = z
  .object({ subject: z.string().nullable(), text: z.string(), html: z.string().nullable(), page: z.string() })
  .meta({ id: 'Preview' });

function messageOf({ message, language }: Preview): Omit<z.input<typeof preview>, 'page'> {
  if (message.kind === 'phone') return { subject: null, text: message.text, html: null };
  const { subject, text, html } = inLanguage(language, () => invitation(message.mail));
  return { subject, text, html };
}

const PENDING_OPERATIONS = [
  withToken(
    'listDeliveries',
    'GET /delivery/list',
    { summary: 'List your deliveries', notes: PAGES, query: pageQuery, answer: z.array(delivery) },
    async (call) => {
      const { deliveries, next } = await pageOfDeliveries(contextOf(call.context), call.session.user.id, call.query);
      return page(call, '/delivery/list', deliveries, next);
    },
  ),
  withToken(
    'scheduleDelivery',
    'POST /delivery/schedule',
    {
      summary: 'Schedule a delivery',
      notes: `Name what to send in content_id, or up to ${CONTENTS_MAX} items in content_ids; whom in recipient_email, or up to ${RECIPIENTS_MAX} people in recipients. With recipients each person gets a delivery and a link of their own, and all of them count towards your limits; the answer is the first delivery, with all of them in deliveries. scheduled_time is an instant in the future, within 100 years. It does not move with the rules of time zones. With repeat it goes out again each year until the last one, at the same local time of your profile’s time zone (on 1 March where a year has no 29 February): each sending schedules the next delivery, and deleting that ends the series. With a question and its answer, the recipient’s page asks the question before it opens anything; capital letters, accents and punctuation of the answer do not matter. We store a hash of the answer, and never show it. With delivery_type whatsapp or sms, recipient_phone (the phone of each person in recipients) is required. An email address is always required: if the other channel fails, we send by email. Your own address must be confirmed: GET /auth/me has email_confirmed. Unless this server has other limits, you can write to 20 new people in a day and have 500 scheduled deliveries; on Premium 60 people and 5,000 deliveries.`,
      body: scheduleSeveralSchema,
      answer: scheduled,
      status: 201,
      takesKey: true,
      refuses: ['plan-required', 'address-unconfirmed', 'too-many-requests'],
    },
    async ({ context, session, body }) => {
      const deliveries = await scheduleDeliveries(contextOf(context), session.user.id, body);
      const [first] = deliveries;
      if (!first) throw notFound('delivery');
      return body.recipients ? { ...first, deliveries } : first;
    },
  ),
  withToken(
    'findDelivery',
    'GET /delivery/{id}',
    { summary: 'Get one delivery', answer: delivery },
    ({ context, session, params }) => findDelivery(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'changeDelivery',
    'PUT /delivery/{id}',
    {
      summary: 'Change the time, channel or recipient of a delivery',
      notes:
        'Only while it is pending and its time is in the future. A field that is left out stays as it is. With repeat null, a yearly delivery is not sent again after this one; with question null, nothing is asked.',
      body: changeAnyDeliverySchema,
      answer: delivery,
      refuses: ['address-unconfirmed', 'conflict', 'too-many-requests'],
    },
    ({ context, session, params, body }) =>
      rescheduleDelivery(contextOf(context), session.user.id, params.id ?? '', body),
  ),
  withToken(
    'previewDelivery',
    'GET /delivery/{id}/preview',
    {
      summary: 'Preview a delivery',
      notes:
        'The message and the recipient’s page as they would be with what you have saved now. Nothing is recorded as opened, and the links lead to the preview on our pages. Only while the delivery is pending and its time is in the future.',
      answer: preview,
      refuses: ['conflict'],
    },
    async ({ context, session, params }) => {
      const shown = await previewDelivery(previewContextOf(context), session.user.id, params.id ?? '');
      return { ...messageOf(shown), page: await previewDocument(context, session.user.id, shown) };
    },
  ),
  withToken(
    'testDelivery',
    'POST /delivery/{id}/test',
    {
      summary: 'Send yourself a test of a delivery',
      notes: `We email the message to your own address, marked as a test. Its link opens the preview. Up to ${DELIVERY_TESTS.tries} times a day. Only while the delivery is pending and its time is in the future.`,
      answer: delivery,
      refuses: ['address-unconfirmed', 'conflict', 'too-many-requests'],
    },
    ({ context, session, params }) => testDelivery(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'deleteDelivery',
    'DELETE /delivery/{id}',
    {
      summary: 'Delete a delivery',
      notes: 'Only while it is pending and its time is in the future.',
      refuses: ['conflict'],
    },
    async ({ context, session, params }) => {
      await deleteDelivery(contextOf(context), session.user.id, params.id ?? '');
    },
  ),
  withToken(
    'changeGroup',
    'PUT /delivery/group/{id}',
    {
      summary: 'Change all deliveries of a group that wait',
      notes:
        'The id is the group_id of the deliveries. Those that have gone out or ended stay as they are; the answer has those that were changed. A field that is left out stays as it is. With content_ids each brings these items and no others.',
      body: changeGroupSchema,
      answer: z.array(delivery),
      refuses: ['address-unconfirmed', 'conflict'],
    },
    ({ context, session, params, body }) => changeGroup(contextOf(context), session.user.id, params.id ?? '', body),
  ),
  withToken(
    'deleteGroup',
    'DELETE /delivery/group/{id}',
    {
      summary: 'Delete all deliveries of a group that wait',
      notes: 'The id is the group_id of the deliveries. Those that have gone out or ended stay.',
      refuses: ['conflict'],
    },
    async ({ context, session, params }) => {
      await deleteGroup(contextOf(context), session.user.id, params.id ?? '');
    },
  ),
  withToken(
    'confirmRecipient',
    'POST /delivery/{id}/confirm-address',
    {
      summary: 'Confirm that the recipient’s address is still right',
      notes:
        'For a delivery with asks_address, by whatsapp for its number. Repeating it changes nothing. Not found if we did not ask, or if its time has come.',
      answer: delivery,
    },
    async ({ context, session, params }) => {
      await confirmRecipientAddress(contextOf(context), session.user.id, params.id ?? '');
      return findDelivery(contextOf(context), session.user.id, params.id ?? '');
    },
  ),
];

export const DELIVERY_OPERATIONS = [
  ...PENDING_OPERATIONS,
  withToken(
    'deliveryStory',
    'GET /delivery/{id}/story',
    {
      summary: 'List what has happened to a delivery',
      notes: 'Oldest first. Dates in the sentences are in the time zone of your profile.',
      answer: z.array(storyEntry),
    },
    async ({ context, session, params }) => {
      const { id, time_zone: timeZone } = session.user;
      const story = await findStory(contextOf(context), id, params.id ?? '');
      const { recipient_name, recipient_email } = story.delivery;
      const recipient = recipient_name || recipient_email;
      const about = { recipient, address: recipient_email, type: story.type, timeZone };
      return story.entries.map((entry) => {
        const { at, kind: event, by, channel, code } = entry;
        return { at, event, by, channel, code, text: sentenceOf(entry, about) };
      });
    },
  ),
  withToken(
    'retryDelivery',
    'POST /delivery/{id}/retry',
    {
      summary: 'Retry a delivery that failed',
      notes:
        'Not for a delivery that its recipient declined. Sends it now, to the given address; other fields that are left out stay as they are. With delivery_type whatsapp or sms, recipient_phone is required. The link of the failed message stops working.',
      body: retrySchema,
      answer: delivery,
      refuses: ['address-unconfirmed', 'conflict', 'too-many-requests'],
    },
    ({ context, session, params, body }) => retryDelivery(contextOf(context), session.user.id, params.id ?? '', body),
  ),
  withToken(
    'resendDelivery',
    'POST /delivery/{id}/resend',
    {
      summary: 'Send a delivery again',
      notes: `The same message with the same link, which then works for link_years from now. After the link was revoked, a new one. Up to ${RESENDS_A_DAY} times a day.`,
      answer: delivery,
      takesKey: true,
      refuses: ['address-unconfirmed', 'too-many-requests'],
    },
    ({ context, session, params }) => resendDelivery(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'revokeLink',
    'POST /delivery/{id}/revoke-link',
    {
      summary: 'Revoke the link of a delivery',
      notes: 'From now on the link and its files cannot be opened. Only sending again makes a new link.',
      answer: delivery,
      refuses: ['conflict'],
    },
    ({ context, session, params }) => revokeLink(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'extendLink',
    'POST /delivery/{id}/extend-link',
    {
      summary: 'Extend the link of a delivery',
      notes:
        'It works for link_years from now, also if it has expired. Nothing changes for a link that works for as long as Stillhere exists.',
      answer: delivery,
      refuses: ['conflict'],
    },
    ({ context, session, params }) => extendLink(contextOf(context), session.user.id, params.id ?? ''),
  ),
];
