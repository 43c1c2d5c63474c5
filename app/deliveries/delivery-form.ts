/** The server's part of the form of a delivery: its choices, and the questions before it is saved. */
import type { Submission, SubmissionResult } from '@conform-to/react';
import { data } from 'react-router';
import { STATUS } from '#app/http/errors.ts';
import type { FormAnswer, FormReply } from '#app/http/form.ts';
import { CHANNEL_NAMES, type Channel, needsPhone } from '#domain/delivery/delivery.ts';
import { LINK_LIVES, linkLifeValue } from '#domain/delivery/link-life.ts';
import { LANGUAGE_NAMES, type Language } from '#domain/language.ts';
import { isQuickChoice, quickDate } from '#domain/time/quick-dates.ts';
import { isTimeZone } from '#domain/time/zone.ts';
import { zonesWith } from '#domain/time/zone-names.ts';
import { deliveryAnswers } from '#messages/en/delivery-answers.ts';
import { sayQuickDate } from '#messages/quick-dates.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { availableChannels } from '#services/deliveries/channels.ts';
import { type PhoneCountry, phoneCountries } from '#services/deliveries/phone.ts';
import { clockChange, type ToldClockChange } from './clock-words.ts';
import { lifeChoice } from './link-life-words.ts';
import { MORNING, timeKey, wallTimeAt } from './wall-time.ts';

/** The choices that the form offers. */
export interface DeliveryChoices {
  zones: readonly string[];
  channels: readonly Channel[];
  /** Null where no channel needs a phone number. */
  countries: readonly PhoneCountry[] | null;
  /** How long the link may work, the default first. */
  lives: readonly { value: string; label: string }[];
  /** Of the message and its page, with the names that their readers give them. */
  languages: readonly [Language, string][];
}

/** What an action returns when the form stays. */
export interface DeliveryReply {
  result: SubmissionResult<string[]>;
  clocks?: ToldClockChange;
  /** About the day that a button chose. */
  dayNote?: string;
  /** The answers to a question about the recipient's address. */
  addresses?: FormAnswer[];
  /** The button that mails the confirmation of the owner's address again. */
  resend?: FormAnswer[];
}

/**
 * @param timeZone is selected at first
 * @param present the delivery's channel: it stays a choice where operators have removed it since
 */
export function deliveryChoices(
  context: Pick<Context, 'channels'>,
  timeZone: string,
  present: Channel | null = null,
): DeliveryChoices {
  const available = availableChannels(context);
  const channels = CHANNEL_NAMES.filter((channel) => channel === present || available.includes(channel));
  return {
    zones: zonesWith(timeZone),
    channels,
    countries: channels.some(needsPhone) ? phoneCountries() : null,
    lives: LINK_LIVES.map((years) => ({ value: linkLifeValue(years), label: lifeChoice(years) })),
    languages: Object.entries(LANGUAGE_NAMES) as [Language, string][],
  };
}

/** @returns the form again with the day that a button chose; null for any other button */
export function quickChoiceForm(form: FormData, now: Date) {
  const choice = form.get('quick');
  if (!isQuickChoice(choice)) return null;
  const typed: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string' && name !== 'quick') typed[name] = value;
  const zone = isTimeZone(typed.time_zone ?? '') ? typed.time_zone : 'UTC';
  const found = quickDate(choice, wallTimeAt(now, zone ?? 'UTC').slice(0, 10), typed.birth_date);
  const { date } = found;
  const initialValue = date ? { ...typed, date, time: typed.time || MORNING } : typed;
  return data<DeliveryReply & FormReply>({ result: { initialValue }, dayNote: sayQuickDate(found), toast: null });
}

/**
 * Asks before a delivery is saved whose local time the clocks skip or repeat.
 * @returns the form again, with the next valid time; null for an ordinary time, and when the question was seen
 */
export function clockChangeForm(
  submission: Submission<unknown, string[], unknown>,
  { local_time, time_zone }: { local_time: string; time_zone: string },
  form: FormData,
) {
  const change = clockChange(local_time, time_zone);
  const key = timeKey(local_time, time_zone);
  if (!change || form.get('clocks_seen') === key) return null;
  // The page says beside the time what the clocks do.
  const formErrors = [say(deliveryAnswers.lookAtClocks)];
  const result = submission.reply({ formErrors } as Parameters<typeof submission.reply>[0]);
  const [date = '', time = ''] = change.local.split('T');
  const reply = { ...result, initialValue: { ...result.initialValue, date, time } } as typeof result;
  const clocks = { ...change, keys: [key, timeKey(change.local, time_zone)] };
  return data<DeliveryReply & FormReply>(
    { result: reply, clocks, toast: null },
    { status: STATUS['validation-failed'] },
  );
}
