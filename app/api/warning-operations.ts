import { z } from 'zod';
import { contextOf } from '#app/middleware/context.ts';
import { WARNING_TESTS } from '#domain/accounts/limits.ts';
import { warningChannelsSchema, warningCodeSchema } from '#domain/emergency/warning-channels.schema.ts';
import { CODE_LIFE } from '#domain/emergency/warning-channels.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { changeWarningChannels } from '#services/emergency/change-warning-channels.ts';
import { readWarningChannels } from '#services/emergency/read-warning-channels.ts';
import { testWarningChannels } from '#services/emergency/warn-owner.ts';
import { confirmWarningChannel } from '#services/emergency/warning-codes.ts';
import { withToken } from './operation.ts';

const channel = z
  .object({
    address: z.string(),
    confirmed_at: z.iso.datetime().nullable(),
    last_delivered_at: z.iso.datetime().nullable(),
    failed_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'WarningChannel' });
const channels = z
  .object({
    second_email: channel.nullable(),
    phone: channel.nullable(),
    whatsapp: channel.nullable(),
    sms: channel.nullable(),
  })
  .meta({ id: 'WarningChannels' });

export const WARNING_OPERATIONS = [
  withToken(
    'getWarningChannels',
    'GET /user/warning-channels',
    {
      summary: 'Get where urgent warnings go besides your email',
      notes: 'Reminders go to the email of your account only.',
      answer: channels,
    },
    ({ context, session }) => readWarningChannels(contextOf(context).em, session.user.id),
  ),
  withToken(
    'changeWarningChannels',
    'PUT /user/warning-channels',
    {
      summary: 'Change where urgent warnings go',
      notes: `At least one field; a field that is left out stays as it is, and null removes the address or the number. A phone that is given alone is used for SMS. We send a code to what is new or not confirmed; the code for a phone comes by SMS. It works for ${CODE_LIFE / MINUTE} minutes.`,
      body: warningChannelsSchema,
      answer: channels,
      refuses: ['address-unconfirmed', 'too-many-requests'],
    },
    ({ context, session, body }) => changeWarningChannels(contextOf(context), session.user.id, body),
  ),
  withToken(
    'confirmWarningChannel',
    'POST /user/warning-channels/confirm',
    {
      summary: 'Confirm a channel by its code',
      notes:
        'Answers conflict when no code is valid. phone, whatsapp and sms mean the same: a confirmed number is confirmed for both. Only the newest code works.',
      body: warningCodeSchema,
      answer: channels,
      refuses: ['conflict', 'too-many-requests'],
    },
    ({ context, session, body }) => confirmWarningChannel(contextOf(context), session.user.id, body),
  ),
  withToken(
    'testWarningChannels',
    'POST /user/warning-channels/test',
    {
      summary: 'Send yourself a test warning',
      notes: `To the email of your account and to each confirmed channel. Later, last_delivered_at or failed_at says what became of it. Up to ${WARNING_TESTS.tries} times a day.`,
      answer: channels,
      refuses: ['address-unconfirmed', 'too-many-requests'],
    },
    ({ context, session }) => testWarningChannels(contextOf(context), session.user.id),
  ),
];
