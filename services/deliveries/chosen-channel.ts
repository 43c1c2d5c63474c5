import type { Channel } from '#domain/delivery/delivery.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { readPhone } from './phone.ts';

/** How a delivery is to go, and the number that this takes. */
interface Asked {
  delivery_type?: Channel | undefined;
  recipient_phone?: string | null | undefined;
  /** Whose calling code is meant where the number has none. */
  phone_country?: string | undefined;
}

/** @returns whether messages can go by WhatsApp here */
export function hasWhatsApp({ channels }: Pick<Context, 'channels'>): boolean {
  return channels?.includes('whatsapp') ?? true;
}

/**
 * Turns what was asked for into how a delivery goes; what was left out stays as it was.
 * @param before how it is to go so far; for a new one, by email to nobody's phone
 * @returns the channel, and the number in E.164
 * @throws AppError validation-failed with the field `delivery_type` or `recipient_phone`: WhatsApp is not set up here, it
 *   was chosen without a number, or there can be no such number
 */
export function chosenChannel(
  context: Pick<Context, 'channels'>,
  asked: Asked,
  before: { channel: Channel; recipientPhone: string | null },
): { channel: Channel; recipientPhone: string | null } {
  const channel = asked.delivery_type ?? before.channel;
  if (channel === 'whatsapp' && before.channel !== 'whatsapp' && !hasWhatsApp(context))
    throw refusal('delivery_type', 'Sending by WhatsApp is not set up here. Please choose email.');
  const recipientPhone =
    asked.recipient_phone === undefined
      ? before.recipientPhone
      : asked.recipient_phone && numberOf(asked.recipient_phone, asked.phone_country);
  if (channel === 'whatsapp' && !recipientPhone)
    throw refusal('recipient_phone', 'Please enter the recipient’s phone number: it is needed for WhatsApp');
  return { channel, recipientPhone };
}

function numberOf(text: string, country: string | undefined): string {
  const phone = readPhone(text, country);
  if (phone) return phone.number;
  throw refusal(
    'recipient_phone',
    'There is no such phone number. Please look at it again, and at its country code, such as +351 912 345 678.',
  );
}

function refusal(field: string, message: string): AppError {
  return new AppError('validation-failed', message, [{ field, message }]);
}
