/** Signs messages to webhooks as Standard Webhooks says, so that its libraries in many languages can verify them. */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** @returns a new secret: whsec_ and 32 random bytes in base64 */
export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`;
}

/**
 * @param secret as `newWebhookSecret` gave it
 * @param id of the message: the same in every try
 * @param at when this try is made
 * @param body the exact text that is sent
 * @returns the three headers of a signed message
 * @see https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
export function signWebhook(
  secret: string,
  { id, at, body }: { id: string; at: Date; body: string },
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const timestamp = `${Math.floor(at.getTime() / 1000)}`;
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
