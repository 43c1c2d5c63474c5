import { data } from 'react-router';
import { type Switch, switchPath } from '#app/components/emergency/switch-question.tsx';
import { drawLine } from '#app/emergency/line.ts';
import { remarksOn } from '#app/emergency/view.ts';
import { accountOf, contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { beyondProtocol } from '#app/plans/notices.ts';
import {
  type EmergencySettings,
  emergencyFormSchema,
  emergencySettingsSchema,
} from '#domain/emergency/emergency.schema.ts';
import { AppError } from '#domain/errors.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { emergencyProspect } from '#services/emergency/overview.ts';
import { orErrorPage, STATUS } from './errors.ts';
import { readForm } from './form.ts';
import { redirectWithToast, type Toast, toast } from './toast.ts';

/** What came of an answer that could not be carried out. */
interface Refusal {
  toast: Toast;
  problem: string;
}

/** What the question before arming or disarming shows, with the days that are saved along with it. */
export async function switchQuestion(context: Provider, query: URLSearchParams, to: Switch) {
  const { id, time_zone } = await orErrorPage(async () => accountOf(context));
  const prospect = await orErrorPage(() => emergencyProspect(contextOf(context), id));
  const asked = emergencyFormSchema.safeParse(Object.fromEntries(query)).data;
  const days = {
    inactiveDays: asked?.inactive_days ?? prospect.course.inactiveDays,
    safetyDays: asked?.safety_days ?? prospect.safetyDays,
  };
  const needsPlan = to === 'arm' && prospect.blockedBy.includes('plan');
  return {
    days,
    sentence: drawLine({ ...prospect, isActive: to === 'disarm' }, days, time_zone).switchSentence,
    missing: remarksOn(prospect.blockedBy),
    beyondPlan: needsPlan ? beyondProtocol(prospect.plan, switchPath(to, days)) : null,
  };
}

/** Arms or disarms, and saves the days that were in the form. */
export async function answerSwitch(context: Provider, request: Request, to: Switch) {
  const form = await readForm(request);
  try {
    await changeSettings(contextOf(context), accountOf(context).id, { ...daysIn(form), is_active: to === 'arm' });
    return await redirectWithToast('/emergency', toast('success', 'Settings updated!'));
  } catch (error) {
    return refused(context, error, 'Operation failed');
  }
}

const daysSchema = emergencySettingsSchema.omit({ is_active: true });

/** A form without days changes none; days that cannot be are not passed over in silence. */
function daysIn(form: FormData): Omit<EmergencySettings, 'is_active'> {
  const { data: days, error } = daysSchema.safeParse(Object.fromEntries(form));
  if (!days) throw new AppError('validation-failed', error.issues[0]?.message ?? '');
  return days;
}

/** The question again, with what was refused. */
export function refused(context: Provider, error: unknown, words: string) {
  const failed = toast('error', words);
  if (error instanceof AppError)
    return data<Refusal>({ toast: failed, problem: error.message }, { status: STATUS[error.code] });
  context.get(webParts).log.error({ err: error }, 'the emergency protocol could not be changed');
  const problem = 'Something went wrong on our side. Nothing was changed; please try again in a moment.';
  return data<Refusal>({ toast: failed, problem }, { status: STATUS.unavailable });
}
