import { z } from 'zod';
import { contextOf } from '#app/middleware/context.ts';
import { emergencySettingsSchema } from '#domain/emergency/emergency.schema.ts';
import { BLOCKERS } from '#domain/emergency/running.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
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
    indicator: z.enum(['active', 'warning', 'danger', 'inactive']),
    stage: z.enum(['armed', 'reminding', 'missed', 'last-call', 'released']).nullable(),
    contacts_told_at: z.iso.datetime().nullable(),
    release_at: z.iso.datetime().nullable(),
    paused_until: z.iso.datetime().nullable(),
  })
  .meta({ id: 'EmergencyStatus' });

export const EMERGENCY_OPERATIONS = [
  withToken(
    'emergencyStatus',
    'GET /emergency/status',
    { summary: 'Where your emergency protocol stands', answer: status },
    ({ context, session }) => emergencyStatus(contextOf(context), session.user.id),
  ),
  withToken(
    'checkIn',
    'POST /emergency/check-in',
    { summary: 'Say that you are still here', answer: status, refuses: ['conflict'] },
    ({ context, session }) => checkIn(contextOf(context), session.user.id),
  ),
  withToken(
    'changeEmergencySettings',
    'PUT /emergency/settings',
    {
      summary: 'Change the emergency protocol',
      notes: 'Each parameter is optional; what is left out stays as it is.',
      query: emergencySettingsSchema,
      answer: status,
      refuses: ['plan-required', 'conflict'],
    },
    ({ context, session, query }) => changeSettings(contextOf(context), session.user.id, query),
  ),
];
