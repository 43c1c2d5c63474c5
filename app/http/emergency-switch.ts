import { data } from 'react-router';
import type { Switch } from '#app/components/emergency/switch-question.tsx';
import { accountOf, contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { freshCourse } from '#domain/emergency/course.ts';
import { emergencyFormSchema } from '#domain/emergency/emergency.schema.ts';
import { AppError } from '#domain/errors.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { emergencyProspect } from '#services/emergency/overview.ts';
import { orErrorPage, STATUS } from './errors.ts';
import { parseForm, readForm } from './form.ts';
import { redirectWithToast, type Toast, toast } from './toast.ts';

/** What came of the answer, where it could not be done. */
export interface SwitchReply {
  toast: Toast;
  problem: string;
}

/** What the question shows: the protocol as it would be, with the days that are saved along with it. */
export async function switchQuestion(context: Provider, query: URLSearchParams) {
  const { id, time_zone } = accountOf(context);
  const saved = await orErrorPage(() => emergencyProspect(contextOf(context), id));
  const asked = emergencyFormSchema.safeParse(Object.fromEntries(query)).data;
  const { now, day } = saved.course;
  const inactiveDays = asked?.inactive_days ?? saved.course.inactiveDays;
  const safetyDays = asked?.safety_days ?? saved.safetyDays;
  const course = freshCourse({ day }, { now, pausedUntil: saved.pausedUntil, inactiveDays, safetyDays });
  return {
    prospect: { ...saved, course, safetyDays },
    days: { inactive_days: inactiveDays, safety_days: safetyDays },
    calendar: { timeZone: time_zone, now, day },
  };
}

/** Arms or disarms, and saves the days that were in the form. */
export async function answerSwitch(context: Provider, request: Request, to: Switch) {
  const submission = parseForm(await readForm(request), emergencyFormSchema);
  const days = submission.status === 'success' ? submission.value : {};
  try {
    await changeSettings(contextOf(context), accountOf(context).id, { ...days, is_active: to === 'arm' });
    return await redirectWithToast('/emergency', toast('success', 'Settings updated!'));
  } catch (error) {
    return refused(context, error, 'Operation failed');
  }
}

/** The question again, with what was refused. */
export function refused(context: Provider, error: unknown, words: string) {
  const failed = toast('error', words);
  if (error instanceof AppError)
    return data<SwitchReply>({ toast: failed, problem: error.message }, { status: STATUS[error.code] });
  context.get(webParts).log.error({ err: error }, 'the emergency protocol could not be changed');
  const problem = 'Something went wrong on our side. Nothing was changed; please try again in a moment.';
  return data<SwitchReply>({ toast: failed, problem }, { status: STATUS.unavailable });
}
