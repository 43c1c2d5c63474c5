/** Asks before the protocol is switched on or off, and carries out the answer. */
import { data } from 'react-router';
import { fallbackToErrorPage, STATUS } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, type Toast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { beyondProtocol } from '#app/plans/banners.ts';
import {
  type EmergencySettings,
  emergencyFormSchema,
  emergencySettingsSchema,
} from '#domain/emergency/emergency.schema.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyAnswers } from '#messages/en/emergency-answers.ts';
import { formReplies } from '#messages/en/forms.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { say } from '#messages/say.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { type ProtocolView, readProtocolView } from '#services/emergency/protocol-view.ts';
import { entitlementsOf } from '#services/subscription/entitlements.ts';
import { type Switch, switchPath } from './forms.ts';
import { drawLine } from './line.ts';
import { remarksOn } from './view.ts';

/** Why an answer could not be carried out. */
interface Refusal {
  toast: Toast;
  problem: string;
}

/** @returns the signed-in owner's protocol; if it cannot be read, an error page */
export function protocolOf(context: Provider): Promise<ProtocolView> {
  return fallbackToErrorPage(() => {
    const services = contextOf(context);
    return readProtocolView(services.em, accountOf(context).id, dayOf(services));
  });
}

/** @returns what the question shows, with the days that are saved along with the answer */
export async function switchQuestion(context: Provider, query: URLSearchParams, to: Switch) {
  const protocol = await protocolOf(context);
  const asked = emergencyFormSchema.safeParse(Object.fromEntries(query)).data;
  const days = {
    inactiveDays: asked?.inactive_days ?? protocol.inactiveDays,
    safetyDays: asked?.safety_days ?? protocol.safetyDays,
  };
  const needsPlan = to === 'arm' && protocol.blockedBy.includes('plan');
  return {
    days,
    sentence: drawLine({ ...protocol, isActive: to === 'disarm' }, days, protocol.clock.timeZone).switchSentence,
    missing: remarksOn(protocol.blockedBy),
    beyondPlan: needsPlan ? beyondProtocol(await planName(context), switchPath(to, days)) : null,
  };
}

async function planName(context: Provider): Promise<string> {
  const { name } = await fallbackToErrorPage(() => entitlementsOf(contextOf(context).em, accountOf(context).id));
  return name;
}

/** Switches the protocol on or off, and saves the days that were in the form. */
export async function answerSwitch(context: Provider, request: Request, to: Switch) {
  const form = await readForm(request);
  try {
    await changeSettings(contextOf(context), accountOf(context).id, { ...daysIn(form), is_active: to === 'arm' });
    return await redirectWithToast('/emergency', toast('success', say(emergencyAnswers.saved)));
  } catch (error) {
    return refused(context, error, say(emergencyAnswers.notChanged));
  }
}

const daysSchema = emergencySettingsSchema.omit({ is_active: true });

/** A form without days changes none; invalid days are refused. */
function daysIn(form: FormData): Omit<EmergencySettings, 'is_active'> {
  const { data: days, error } = daysSchema.safeParse(Object.fromEntries(form));
  if (!days) throw new AppError('validation-failed', sayFieldError(error.issues[0]?.message ?? ''));
  return days;
}

/**
 * @param words the toast
 * @returns the question again, with why the answer was refused
 */
export function refused(context: Provider, error: unknown, words: string) {
  const failed = toast('error', words);
  if (error instanceof AppError)
    return data<Refusal>({ toast: failed, problem: error.message }, { status: STATUS[error.code] });
  context.get(webDeps).log.error({ err: error }, 'the emergency protocol could not be changed');
  return data<Refusal>({ toast: failed, problem: say(formReplies.nothingChanged) }, { status: STATUS.unavailable });
}
