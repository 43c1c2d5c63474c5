import { z } from 'zod';
import { fieldError } from '../field-error.ts';
import { EVENT_BOXES, WEBHOOK_EVENTS, WEBHOOK_URL_MAX } from './webhooks.ts';

const missing = fieldError('webhook-url-missing');
const url = z
  .string({ error: missing })
  .trim()
  .min(1, missing)
  .max(WEBHOOK_URL_MAX, fieldError('webhook-url-too-long', { max: WEBHOOK_URL_MAX }));

/** A new webhook, as a call sends it. */
export const newWebhookSchema = z.object({
  url,
  events: z
    .array(z.enum(WEBHOOK_EVENTS, { error: fieldError('webhook-events-missing') }), {
      error: fieldError('webhook-events-missing'),
    })
    .min(1, fieldError('webhook-events-missing'))
    .max(WEBHOOK_EVENTS.length, fieldError('webhook-events-missing'))
    .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
});
export type NewWebhook = z.output<typeof newWebhookSchema>;

/** A browser leaves out a box that is not ticked. */
const isTicked = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** A new webhook, as the form sends it: one box for each event. */
export const newWebhookFormSchema = z
  .object({ url, released: isTicked, delivered: isTicked, missed: isTicked })
  .transform(({ url: address, ...ticked }) => ({
    url: address,
    events: WEBHOOK_EVENTS.filter((event) => ticked[EVENT_BOXES[event]]),
  }))
  .refine(({ events }) => events.length > 0, { error: fieldError('webhook-events-missing'), path: ['missed'] });
