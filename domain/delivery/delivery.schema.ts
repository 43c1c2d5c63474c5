import { z } from 'zod';
import { isOneLine, NAME_MAX } from '../accounts/accounts.schema.ts';
import { fieldError } from '../field-error.ts';
import { isId } from '../ids.ts';
import { languageSchema } from '../language.schema.ts';
import type { Language } from '../language.ts';
import { internationalPhoneSchema } from '../phone.schema.ts';
import { isTimeZone } from '../time/zone.ts';
import { presentName } from '../time/zone-names.ts';
import { CHANNEL_NAMES, type Channel, isChannel, needsPhone } from './delivery.ts';
import { LINK_LIVES, type LinkYears, linkLifeValue, linkYearsOf } from './link-life.ts';

/** An address a provider could deliver to: syntax here, its existence only the provider can tell. */
export const recipientEmailSchema = z
  .string({ error: fieldError('recipient-email-missing') })
  .trim()
  .min(1, fieldError('recipient-email-missing'))
  .max(254, fieldError('email-invalid'))
  .toLowerCase()
  .pipe(z.email(fieldError('email-invalid')));

const recipientNameSchema = z
  .string({ error: fieldError('name-not-text') })
  .trim()
  .max(NAME_MAX, fieldError('name-too-long', { max: NAME_MAX }))
  .refine(isOneLine, fieldError('name-not-one-line'))
  .nullish()
  .transform((name) => name || null);

const PHONE = fieldError('phone-unreadable');

/** As people write it, perhaps without its country; it is checked only where it is needed (`WITH_READABLE_PHONE`). */
const phoneTextSchema = z
  .string({ error: PHONE })
  .trim()
  .nullish()
  .transform((phone) => phone || null);

const channelSchema = z.enum(CHANNEL_NAMES, {
  error: fieldError('channel-missing', { channels: CHANNEL_NAMES }),
});

const dateSchema = z
  .string({ error: fieldError('date-missing') })
  .trim()
  .superRefine((date, context) => {
    const message = wrongDate(date);
    if (message) context.addIssue({ code: 'custom', message });
  });

const timeSchema = z
  .string({ error: fieldError('time-missing') })
  .trim()
  .regex(/^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/, fieldError('time-invalid'));

const timeZoneSchema = z
  .string({ error: fieldError('time-zone-missing') })
  .max(64)
  .refine(isTimeZone, fieldError('time-zone-unknown'))
  .transform(presentName);

/** Whose calling code is meant where the number has none: ISO 3166. */
const phoneCountrySchema = z
  .string({ error: fieldError('country-missing') })
  .regex(/^[A-Z]{2}$/, fieldError('country-missing'))
  .optional();

const YEARS = LINK_LIVES.filter((years) => years !== null);
const LINK_YEARS = fieldError('link-years-unknown', { years: YEARS.map(String) });

/** As a program gives it: years, or null for as long as Stillhere exists. */
const linkYearsSchema = z.literal(YEARS, LINK_YEARS).nullable().optional();

/** Where it goes if the first address refuses it; null for nowhere. */
const alternateEmailSchema = recipientEmailSchema.nullable().optional();

/** As a form sends it. The form of the version before this one has no such field. */
const linkLifeSchema = z
  .enum(LINK_LIVES.map(linkLifeValue), LINK_YEARS)
  .optional()
  .transform((value) => (value === undefined ? undefined : linkYearsOf(value)));

/** How, when and to whom, as the form sends it: a date and a time on the wall of a zone. */
export const wishSchema = z.object({
  delivery_type: channelSchema,
  recipient_email: recipientEmailSchema,
  recipient_name: recipientNameSchema,
  // A form sends an empty field for nowhere.
  alternate_email: recipientEmailSchema.optional().transform((email) => email ?? null),
  recipient_phone: phoneTextSchema,
  phone_country: phoneCountrySchema,
  date: dateSchema,
  time: timeSchema,
  time_zone: timeZoneSchema,
  link_years: linkLifeSchema,
  language: languageSchema,
});

const contentIdSchema = z
  .string({ error: fieldError('content-missing') })
  .toLowerCase()
  .refine(isId, fieldError('content-missing'));

/** Reported together with all other problems, not only once the rest is right. */
export const WITH_PHONE = {
  path: ['recipient_phone'],
  error: ({ input }: { input?: unknown }) =>
    fieldError('phone-missing', { channel: (input as { delivery_type: Channel }).delivery_type }),
  when: ({ value }: { value: unknown }) => typeof value === 'object' && value !== null,
};

/** A channel without a number hides its field: what was typed there before does not block the form. */
const WITH_READABLE_PHONE = { ...WITH_PHONE, error: PHONE };

/** How, when and to whom, as a verb takes it. */
export interface Reschedule {
  delivery_type: Channel;
  recipient_email: string;
  recipient_name: string | null;
  recipient_phone?: string | null;
  /** Where it goes if the first address refuses it; null for nowhere; undefined does not change it. */
  alternate_email?: string | null | undefined;
  phone_country?: string | undefined;
  /** On the wall of the zone: `YYYY-MM-DDTHH:MM`, also with seconds. */
  local_time: string;
  time_zone: string;
  /** How long the link is valid; undefined does not change it, and means the default for a new delivery. */
  link_years?: LinkYears | undefined;
  /** Of the message and the page; undefined as for `link_years`. */
  language?: Language | undefined;
  /** Each year until a last one; null for once; undefined does not change it, and means once for a new delivery. */
  repeat?: Repeat | null | undefined;
  /** Asked before opening, with its answer; null for none; undefined does not change it, and means none for a new delivery. */
  question?: string | null | undefined;
  answer?: string | null | undefined;
  /** Whether its page says if more is to come; undefined does not change it, and means no for a new delivery. */
  tells_more?: boolean | undefined;
}

/** That a delivery goes out again each year. */
export interface Repeat {
  every: 'year';
  /** The last year, by the calendar of its zone. */
  until_year: number;
}

/** What can change while a delivery waits: all but what it brings. */
export const rescheduleSchema = wishSchema
  .refine(hasPhone, WITH_PHONE)
  .refine(hasReadablePhone, WITH_READABLE_PHONE)
  .transform(onTheWall);

export interface Schedule extends Reschedule {
  content_id: string;
}

/** A new delivery of one content, as the page gives it. */
export const scheduleSchema = wishSchema
  .extend({ content_id: contentIdSchema })
  .refine(hasPhone, WITH_PHONE)
  .refine(hasReadablePhone, WITH_READABLE_PHONE)
  .transform(({ content_id, ...wish }): Schedule => ({ ...onTheWall(wish), content_id }));

/** As E.164 has it; null for none. */
const recipientPhoneSchema = internationalPhoneSchema.nullish().transform((phone) => phone || null);

/** An instant as a program gives it. When it may be is decided where the moment of the request is known. */
const instantSchema = z.iso
  .datetime({ offset: true, error: fieldError('instant-invalid') })
  .transform((text) => new Date(text));

/** A new delivery of one content at an instant, as a program gives it. */
export const scheduleInstantSchema = z
  .object({
    content_id: contentIdSchema,
    recipient_email: recipientEmailSchema,
    recipient_name: recipientNameSchema,
    recipient_phone: recipientPhoneSchema,
    alternate_email: alternateEmailSchema,
    scheduled_time: instantSchema,
    delivery_type: channelSchema,
    link_years: linkYearsSchema,
    language: languageSchema,
  })
  .refine(hasPhone, WITH_PHONE);
export type ScheduleInstant = z.output<typeof scheduleInstantSchema> &
  Pick<Reschedule, 'repeat' | 'question' | 'answer' | 'tells_more'>;

/** What a program may change of a delivery that waits; what is left out stays as it is. */
export const changeDeliverySchema = z
  .object({
    recipient_email: recipientEmailSchema.optional(),
    recipient_name: recipientNameSchema.optional(),
    recipient_phone: recipientPhoneSchema.optional(),
    alternate_email: alternateEmailSchema,
    scheduled_time: instantSchema.optional(),
    delivery_type: channelSchema.optional(),
    link_years: linkYearsSchema,
    language: languageSchema,
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), fieldError('delivery-change-empty'));
export type ChangeDelivery = z.output<typeof changeDeliverySchema> &
  Pick<Reschedule, 'repeat' | 'question' | 'answer' | 'tells_more'>;

/** Another try for one that failed: to the same address or to a corrected one, by the same channel or by another. */
export const retrySchema = z
  .object({
    recipient_email: recipientEmailSchema,
    recipient_phone: phoneTextSchema.optional(),
    phone_country: phoneCountrySchema,
    delivery_type: channelSchema.optional(),
  })
  .refine(hasPhone, WITH_PHONE)
  .refine(hasReadablePhone, WITH_READABLE_PHONE)
  .transform(({ recipient_phone, ...retry }) => ({
    ...retry,
    ...(retry.delivery_type && !needsPhone(retry.delivery_type) ? {} : { recipient_phone }),
  }));
export type Retry = z.output<typeof retrySchema>;

/** As it was sent, before each field is known to be valid: see `WITH_PHONE`. */
interface Reached {
  delivery_type?: unknown;
  recipient_phone?: string | null | undefined;
}

export function hasPhone({ delivery_type, recipient_phone }: Reached) {
  return !isChannel(delivery_type) || !needsPhone(delivery_type) || Boolean(recipient_phone);
}

const PHONE_MAX = 40;
/** Digits of any script and what people put between them; address books add invisible marks. */
const PHONE_TEXT = /^[\s\p{Pd}\p{Cf}()+./]*\p{Nd}[\s\p{Nd}\p{Pd}\p{Cf}()+./]*$/u;

function hasReadablePhone({ delivery_type, recipient_phone }: Reached) {
  if (!recipient_phone || (isChannel(delivery_type) && !needsPhone(delivery_type))) return true;
  return recipient_phone.length <= PHONE_MAX && PHONE_TEXT.test(recipient_phone);
}

/** One wall time of the date and the time; a number that was typed before another channel was chosen is dropped. */
export function onTheWall({ date, time, ...wish }: z.output<typeof wishSchema>): Reschedule {
  const recipient_phone = needsPhone(wish.delivery_type) ? wish.recipient_phone : null;
  return { ...wish, recipient_phone, local_time: `${date}T${time}` };
}

/** @returns what is wrong with a date; null for a date that exists */
function wrongDate(date: string): string | null {
  const [, year, month, day] = /^(\d{4,6})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  if (!day) return fieldError('date-missing');
  if (new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day)) return null;
  if (month === '02' && day === '29') return fieldError('no-29-february', { year: `${year}` });
  return fieldError('date-not-in-calendar');
}
