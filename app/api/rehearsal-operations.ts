import { z } from 'zod';
import { contextOf } from '#app/middleware/context.ts';
import { REHEARSALS } from '#domain/accounts/limits.ts';
import { rehearsalSchema } from '#domain/emergency/rehearsal.schema.ts';
import { REHEARSAL_MINUTES } from '#domain/emergency/rehearsal.ts';
import { WARNING_CHANNELS } from '#domain/emergency/warning-channels.ts';
import { readRehearsal } from '#services/emergency/rehearsal-report.ts';
import { startRehearsal } from '#services/emergency/start-rehearsal.ts';
import { GAPS, OUTCOMES, PROGRESS, REHEARSED } from './emergency-fields.ts';
import { oneOf } from './field.ts';
import { withToken } from './operation.ts';

const message = z
  .object({
    planned_at: z.iso.datetime(),
    rehearsed_at: z.iso.datetime(),
    message: oneOf(REHEARSED),
    to: z.object({ name: z.string(), email: z.string() }).nullable(),
    channels: z.array(z.enum(['email', ...WARNING_CHANNELS])),
    contents: z.array(z.object({ id: z.uuid(), title: z.string() })),
    would_arrive: z.boolean(),
    outcome: oneOf(OUTCOMES),
  })
  .meta({ id: 'RehearsedMessage' });
const gap = z
  .object({ gap: oneOf(GAPS), id: z.uuid().nullable(), name: z.string(), text: z.string() })
  .meta({ id: 'RehearsalGap' });
const report = z
  .object({
    id: z.uuid(),
    progress: oneOf(PROGRESS),
    began_at: z.iso.datetime(),
    ends_at: z.iso.datetime(),
    messages: z.array(message),
    gaps: z.array(gap),
  })
  .meta({ id: 'Rehearsal' });

export const REHEARSAL_OPERATIONS = [
  withToken(
    'startRehearsal',
    'POST /emergency/rehearsal',
    {
      summary: 'Rehearse the emergency protocol',
      notes: `The whole protocol with its real texts, in ${REHEARSAL_MINUTES.usual} minutes if you do not say otherwise. Each message goes to you alone, marked REHEARSAL, without a real link. The protocol itself does not change. Up to ${REHEARSALS.tries} a day.`,
      body: rehearsalSchema,
      answer: z.object({ id: z.uuid() }),
      status: 202,
      takesKey: true,
      refuses: ['conflict', 'too-many-requests'],
    },
    ({ context, session, body }) => startRehearsal(contextOf(context), session.user.id, body),
  ),
  withToken(
    'readRehearsal',
    'GET /emergency/rehearsal/{id}',
    {
      summary: 'Get the report of a rehearsal',
      notes: 'Who would get what and when, what became of each message in the rehearsal so far, and what is missing.',
      answer: report,
    },
    ({ context, session, params }) => readRehearsal(contextOf(context), session.user.id, params.id ?? ''),
  ),
];
