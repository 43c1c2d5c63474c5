import { z } from 'zod';
import { contextOf } from '#app/middleware/context.ts';
import { changeDeliverySchema, scheduleInstantSchema } from '#domain/delivery/delivery.schema.ts';
import { FAILURES, type FailureCode } from '#domain/delivery/delivery.ts';
import { deleteDelivery } from '#services/deliveries/delete-delivery.ts';
import { findDelivery, pageOfDeliveries } from '#services/deliveries/queries.ts';
import { rescheduleDelivery } from '#services/deliveries/reschedule-delivery.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { withToken } from './operation.ts';
import { PAGES, page, pageQuery } from './pages.ts';

const instant = z.iso.datetime();

/** What an owner is told of one of their deliveries. */
export const delivery = z
  .object({
    id: z.uuid(),
    origin: z.enum(['owner', 'release']),
    content_id: z.uuid().nullable(),
    content_title: z.string(),
    delivery_type: z.enum(['email', 'whatsapp']),
    recipient_email: z.string(),
    recipient_name: z.string().nullable(),
    recipient_phone: z.string().nullable(),
    recipient_phone_grouped: z.string().nullable(),
    scheduled_time: instant,
    local_time: z.string().nullable(),
    time_zone: z.string(),
    status: z.enum(['pending', 'sent', 'failed']),
    changeable: z.boolean(),
    delayed: z.boolean(),
    tried: z.boolean(),
    asks_address: z.boolean(),
    sent_at: instant.nullable(),
    delivered_at: instant.nullable(),
    opened_at: instant.nullable(),
    downloaded_at: instant.nullable(),
    fell_back_at: instant.nullable(),
    unconfirmed: z.boolean(),
    link: z.object({ state: z.enum(['none', 'open', 'revoked', 'expired']), expires_at: instant.nullable() }),
    failure: z
      .object({ code: z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]), text: z.string() })
      .nullable(),
    created_at: instant,
  })
  .meta({ id: 'Delivery' });

export const DELIVERY_OPERATIONS = [
  withToken(
    'listDeliveries',
    'GET /delivery/list',
    { summary: 'Your deliveries', notes: PAGES, query: pageQuery, answer: z.array(delivery) },
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
      notes:
        'scheduled_time is an instant in the future, within 100 years. It stays that instant, whatever becomes of time zones. By whatsapp it needs recipient_phone too; recipient_email is asked for all the same, for what WhatsApp does not bring goes there.',
      body: scheduleInstantSchema,
      answer: delivery,
      status: 201,
      creates: true,
      refuses: ['plan-required'],
    },
    ({ context, session, body }) => scheduleDelivery(contextOf(context), session.user.id, body),
  ),
  withToken(
    'findDelivery',
    'GET /delivery/{id}',
    { summary: 'One delivery', answer: delivery },
    ({ context, session, params }) => findDelivery(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'changeDelivery',
    'PUT /delivery/{id}',
    {
      summary: 'Change when a delivery goes out, how, or to whom',
      notes: 'Only while it is pending and its time is still to come. What is left out stays as it is.',
      body: changeDeliverySchema,
      answer: delivery,
      refuses: ['conflict'],
    },
    ({ context, session, params, body }) =>
      rescheduleDelivery(contextOf(context), session.user.id, params.id ?? '', body),
  ),
  withToken(
    'deleteDelivery',
    'DELETE /delivery/{id}',
    {
      summary: 'Delete a delivery',
      notes: 'Only while it is pending and its time is still to come.',
      refuses: ['conflict'],
    },
    async ({ context, session, params }) => {
      await deleteDelivery(contextOf(context), session.user.id, params.id ?? '');
    },
  ),
];
