import { z } from 'zod';
import { planSentences } from '#app/emergency/plan-sentences.ts';
import { contextOf } from '#app/middleware/context.ts';
import { passwordCheckInSchema } from '#domain/accounts/duress.schema.ts';
import { emergencySettingsSchema, pauseSchema } from '#domain/emergency/emergency.schema.ts';
import { planSchema } from '#domain/emergency/plan.schema.ts';
import { BLOCKERS } from '#domain/emergency/running.ts';
import { checkInByPassword } from '#services/accounts/check-in-by-password.ts';
import type { Context } from '#services/context.ts';
import { changeSettings, endPause, pauseProtocol } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { changeReleasePlan } from '#services/emergency/plan.ts';
import { readPlan } from '#services/emergency/plan-page.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { INDICATORS, STAGES } from './emergency-fields.ts';
import { oneOf } from './field.ts';
import { withToken } from './operation.ts';

const status = z
  .object({
    is_active: z.boolean(),
    running: z.boolean(),
    blocked_by: z.array(z.enum(BLOCKERS)),
    inactive_days_threshold: z.int(),
    last_check_in: z.iso.datetime(),
    safety_days: z.int(),
    days_since_last_check_in: z.int(),
    indicator: oneOf(INDICATORS),
    stage: oneOf(STAGES).nullable(),
    contacts_told_at: z.iso.datetime().nullable(),
    release_at: z.iso.datetime().nullable(),
    paused_until: z.iso.datetime().nullable(),
    confirmations_needed: z.int(),
    unanswered_after_days: z.int(),
    contacts_may_raise: z.boolean(),
    answer_within_days: z.int(),
    held_until: z.iso.datetime().nullable(),
    confirmations: z.object({ needed: z.int(), given: z.int() }),
    raised_by_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'EmergencyStatus' });

const plan = z
  .object({
    items: z.array(z.object({ content_id: z.uuid(), contact_id: z.uuid(), after_days: z.int() })),
    sentences: z.array(z.object({ contact_id: z.uuid(), text: z.string() })),
  })
  .meta({ id: 'ReleasePlan' });

/** By the rule that the release itself follows. */
async function describePlan(context: Context, ownerId: string): Promise<z.input<typeof plan>> {
  const dated = await readPlan(context, ownerId);
  const { items, date, now } = dated;
  return {
    items: items.map(({ contentId, contactId, afterDays }) => ({
      content_id: contentId,
      contact_id: contactId,
      after_days: afterDays,
    })),
    sentences: planSentences(dated, { ...date, now: now.getTime() }),
  };
}

const PLAN_OPERATIONS = [
  withToken(
    'readReleasePlan',
    'GET /emergency/plan',
    {
      summary: 'Get who gets what at the release',
      notes: 'An emergency content without any item goes to each trusted contact at the release.',
      answer: plan,
    },
    ({ context, session }) => describePlan(contextOf(context), session.user.id),
  ),
  withToken(
    'changeReleasePlan',
    'PUT /emergency/plan',
    {
      summary: 'Choose who gets what at the release',
      notes:
        'Replaces the whole plan. An emergency content without any item goes to each trusted contact at the release. The contents have to be marked for an emergency.',
      body: planSchema,
      answer: plan,
      refuses: ['conflict'],
    },
    async ({ context, session, body }) => {
      await changeReleasePlan(contextOf(context), session.user.id, body);
      return describePlan(contextOf(context), session.user.id);
    },
  ),
];

export const EMERGENCY_OPERATIONS = [
  ...PLAN_OPERATIONS,
  withToken(
    'emergencyStatus',
    'GET /emergency/status',
    { summary: 'Get the state of your emergency protocol', answer: status },
    ({ context, session }) => emergencyStatus(contextOf(context), session.user.id),
  ),
  withToken(
    'checkIn',
    'POST /emergency/check-in',
    {
      summary: 'Check in',
      notes: 'No limit of calls refuses it. Answers conflict after a release: then POST /emergency/return.',
      isUnlimited: true,
      scope: 'check-in',
      answer: status,
      refuses: ['conflict'],
    },
    ({ context, session }) => checkIn(contextOf(context), session.user.id),
  ),
  withToken(
    'checkInByPassword',
    'POST /emergency/check-in/password',
    {
      summary: 'Check in with a password',
      notes: 'For programs that ask their person for one. Answers as POST /emergency/check-in does, which needs none.',
      scope: 'check-in',
      body: passwordCheckInSchema,
      answer: status,
      refuses: ['conflict', 'too-many-requests', 'unavailable'],
    },
    ({ context, session, body }) => checkInByPassword(contextOf(context), session.user.id, body.password),
  ),
  withToken(
    'changeEmergencySettings',
    'PUT /emergency/settings',
    {
      summary: 'Change the emergency protocol',
      notes: 'Each parameter is optional; one that is left out stays as it is. It counts as a check-in.',
      query: emergencySettingsSchema,
      answer: status,
      refuses: ['plan-required', 'conflict'],
    },
    ({ context, session, query }) => changeSettings(contextOf(context), session.user.id, query),
  ),
  withToken(
    'pauseProtocol',
    'POST /emergency/pause',
    {
      summary: 'Pause the emergency protocol',
      notes:
        'Until the pause ends, no days are counted and nobody is notified. A pause during a pause replaces it. It counts as a check-in.',
      body: pauseSchema,
      answer: status,
      takesKey: true,
      refuses: ['conflict'],
    },
    ({ context, session, body }) => pauseProtocol(contextOf(context), session.user.id, body.days),
  ),
  withToken(
    'endPause',
    'POST /emergency/end-pause',
    {
      summary: 'End the pause of the emergency protocol',
      notes: 'Days are counted from now on. Without a pause it is a check-in.',
      answer: status,
      refuses: ['conflict'],
    },
    ({ context, session }) => endPause(contextOf(context), session.user.id),
  ),
  withToken(
    'returnToLife',
    'POST /emergency/return',
    {
      summary: 'Say “I’m back” after a release',
      notes:
        'Deliveries of the release that are still pending are not sent, and links that nobody has opened stop working. Your trusted contacts hear that there was an answer from your account, and the protocol starts again from now. No limit of calls refuses it. Answers conflict if nothing was released.',
      isUnlimited: true,
      answer: status,
      takesKey: true,
      refuses: ['conflict'],
    },
    async ({ context, session }) => {
      await returnToLife(contextOf(context), session.user.id);
      return emergencyStatus(contextOf(context), session.user.id);
    },
  ),
];
