import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { CHANNEL_NAMES, type Channel, needsPhone } from '#domain/delivery/delivery.ts';
import { AppError } from '#domain/errors.ts';
import { fieldError } from '#domain/field-error.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { channelLabels } from '#messages/en/delivery-terms.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { readPhone } from './phone.ts';

/** The channel of a delivery, and the number that it may need. */
interface ChannelRequest {
  delivery_type?: Channel | undefined;
  recipient_phone?: string | null | undefined;
  /** Whose calling code is meant where the number has none. */
  phone_country?: string | undefined;
}

/** @returns the channels that are set up here, in the order in which people are offered them */
export function availableChannels({ channels }: Pick<Context, 'channels'>): readonly Channel[] {
  return channels ?? CHANNEL_NAMES;
}

/**
 * Turns a request into the channel and number of a delivery; what was left out does not change.
 * @param before the present ones; for a new delivery, email without a number
 * @returns the channel, and the number in E.164
 * @throws AppError validation-failed with the field `delivery_type` or `recipient_phone`: the channel is not set up here,
 *   it was chosen without the number it needs, or there can be no such number
 */
export function chosenChannel(
  context: Pick<Context, 'channels'>,
  request: ChannelRequest,
  before: { channel: Channel; recipientPhone: string | null },
): { channel: Channel; recipientPhone: string | null } {
  const channel = request.delivery_type ?? before.channel;
  if (channel !== before.channel && !availableChannels(context).includes(channel))
    throw AppError.atField(
      'validation-failed',
      'delivery_type',
      say(deliveryRefusals['channel-not-set-up'], { channel: say(channelLabels[channel]) }),
    );
  const recipientPhone =
    request.recipient_phone === undefined
      ? before.recipientPhone
      : request.recipient_phone && numberOf(request.recipient_phone, request.phone_country);
  if (needsPhone(channel) && !recipientPhone)
    throw AppError.atField(
      'validation-failed',
      'recipient_phone',
      sayFieldError(fieldError('phone-missing', { channel })),
    );
  return { channel, recipientPhone };
}

/**
 * The channel of the newest message of a delivery that was not refused: it is sent again by this one. After a fallback
 * that is email, unless the first channel brought the message after all before any email had left.
 * @returns null where none left
 */
export async function channelOfNewestMessage(em: EntityManager, id: string): Promise<Channel | null> {
  const attempt = await query(em)
    .selectFrom('delivery_attempts')
    .select('channel')
    .where('delivery_id', '=', id)
    .where('state', '<>', 'rejected')
    .orderBy('revision', 'desc')
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst();
  return attempt?.channel ?? null;
}

function numberOf(text: string, country: string | undefined): string {
  const phone = readPhone(text, country);
  if (phone) return phone.number;
  throw AppError.atField('validation-failed', 'recipient_phone', say(deliveryRefusals['no-such-number']));
}
