import { z } from 'zod';
import { contextOf } from '#app/middleware/context.ts';
import { newWebhookSchema } from '#domain/webhooks/webhooks.schema.ts';
import { WEBHOOK_TESTS_MAX, WEBHOOKS_MAX } from '#domain/webhooks/webhooks.ts';
import { WEBHOOK_LOG_LENGTH } from '#services/accounts/webhook-log.ts';
import { createWebhook, deleteWebhook, listWebhooks, testWebhook } from '#services/accounts/webhooks.ts';
import { oneOf } from './field.ts';
import { WithHeaders, withToken } from './operation.ts';
import {
  WEBHOOK_END_VALUES,
  WEBHOOK_EVENT_VALUES,
  WEBHOOK_FAILURE_VALUES,
  WEBHOOK_KIND_VALUES,
} from './webhook-fields.ts';

const instantOrNull = z.iso.datetime().nullable();
const webhook = z
  .object({
    id: z.uuid(),
    url: z.string(),
    events: z.array(oneOf(WEBHOOK_EVENT_VALUES)),
    created_at: z.iso.datetime(),
    last_delivered_at: instantOrNull,
    off_at: instantOrNull,
    off_because: oneOf(WEBHOOK_END_VALUES).nullable(),
    log: z.array(
      z.object({
        id: z.uuid(),
        event: oneOf(WEBHOOK_KIND_VALUES),
        created_at: z.iso.datetime(),
        tries: z.int(),
        last_tried_at: instantOrNull,
        last_status: z.int().nullable(),
        last_failure: oneOf(WEBHOOK_FAILURE_VALUES).nullable(),
        arrived_at: instantOrNull,
        given_up_at: instantOrNull,
        next_try_at: instantOrNull,
      }),
    ),
  })
  .meta({ id: 'Webhook' });

export const WEBHOOK_OPERATIONS = [
  withToken(
    'listWebhooks',
    'GET /user/webhooks',
    {
      summary: 'List your webhooks',
      notes: `Each with its last ${WEBHOOK_LOG_LENGTH} messages. A message remains for 30 days.`,
      scope: 'session',
      answer: z.array(webhook),
    },
    ({ context, session }) => listWebhooks(contextOf(context), session.user.id),
  ),
  withToken(
    'createWebhook',
    'POST /user/webhooks',
    {
      summary: 'Add a webhook',
      notes: `We POST a signed message to this address when something happens. Only this answer has the secret of the signatures. An account has up to ${WEBHOOKS_MAX} webhooks with different addresses. The address begins with https:// and has a public name; we follow no redirects.`,
      scope: 'session',
      body: newWebhookSchema,
      answer: webhook.extend({ secret: z.string() }).meta({ id: 'NewWebhook' }),
      status: 201,
      refuses: ['conflict'],
    },
    async ({ context, session, body }) =>
      new WithHeaders(await createWebhook(contextOf(context), session.user, body), {
        'cache-control': 'private, no-store',
      }),
  ),
  withToken(
    'testWebhook',
    'POST /user/webhooks/{id}/test',
    {
      summary: 'Send a test to a webhook',
      notes: `A message of the type test, which is tried once; GET /api/user/webhooks has its result. If it arrives, a webhook that was switched off is on again. At most ${WEBHOOK_TESTS_MAX} an hour.`,
      scope: 'session',
      answer: z.object({ id: z.uuid() }).meta({ id: 'WebhookTest' }),
      status: 202,
      refuses: ['too-many-requests'],
    },
    ({ context, session, params }) => testWebhook(contextOf(context), session.user.id, params.id ?? ''),
  ),
  withToken(
    'deleteWebhook',
    'DELETE /user/webhooks/{id}',
    { summary: 'Delete a webhook', notes: 'Messages that wait are not sent.', scope: 'session' },
    ({ context, session, params }) => deleteWebhook(contextOf(context), session.user.id, params.id ?? ''),
  ),
];
