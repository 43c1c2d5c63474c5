/** Asks before the protocol is switched on or off, or gets fewer days, and carries out the answer. */
import { data } from 'react-router';
import { fallbackToErrorPage, STATUS } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, type Toast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { beyondProtocol } from '#app/plans/banners.ts';
import { contactZoneOf } from '#domain/emergency/contact-hours.ts';
import {
  type EmergencySettings,
  emergencyFormSchema,
  emergencySettingsSchema,
} from '#domain/emergency/emergency.schema.ts';
import { freshForecast } from '#domain/emergency/forecast.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyAnswers } from '#messages/en/emergency-answers.ts';
import { formReplies } from '#messages/en/forms.ts';
import { blockers } from '#messages/en/protocol-needs.ts';
import { switchQuestions } from '#messages/en/switch-question.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { say, sayAll } from '#messages/say.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { type ProtocolView, readProtocolView } from '#services/emergency/protocol-view.ts';
import { entitlementsOf } from '#services/subscription/entitlements.ts';
import { type Days, type Switch, switchPath } from './forms.ts';
import { drawLine } from './line.ts';
import { firstMissing, nextStep, type Stopping } from './not-running.ts';
import { shorteningSentence } from './sentences.ts';

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
  const first = to === 'arm' ? firstMissing(protocol.blockedBy) : null;
  const meaning = sentenceFor(protocol, to, days);
  return {
    days,
    ...(first
      ? armingTexts(first, protocol, meaning)
      : { texts: sayAll(switchQuestions[to]), sentence: meaning, more: [], next: null }),
    beyondPlan: needsPlan ? beyondProtocol(await planName(context), switchPath(to, days)) : null,
  };
}

function sentenceFor(protocol: ProtocolView, to: Switch, days: Days): string {
  const { clock, now, pausedUntil } = protocol;
  if (to !== 'shorten')
    return drawLine({ ...protocol, isActive: to === 'disarm' }, days, clock.timeZone).switchSentence;
  const calendar = { ...clock, now: now.getTime() };
  const contactZone = contactZoneOf(clock.timeZone, clock.day);
  const beginning = { now: calendar.now, pausedUntil: pausedUntil?.getTime() ?? null, contactZone, ...days };
  return shorteningSentence(protocol, freshForecast({ day: clock.day }, beginning), days, calendar);
}

/** What is missing is asked for before the switch: each in words, and the first with its button. */
function armingTexts(first: Stopping, { blockedBy, ownerEmail: email }: ProtocolView, meaning: string) {
  const { cancel, anyway } = sayAll(switchQuestions.arm);
  const next = nextStep(first, { email, hasContents: true });
  return {
    texts: { question: say(blockers[first].first), submit: anyway, cancel },
    sentence: blockedBy.flatMap((one) => (one === 'plan' ? [] : [say(blockers[one].why)])).join(' '),
    more: [meaning, next.note],
    next,
  };
}

async function planName(context: Provider): Promise<string> {
  const { name } = await fallbackToErrorPage(() => entitlementsOf(contextOf(context).em, accountOf(context).id));
  return name;
}

/** Switches the protocol on or off, or neither, and saves the days that were in the form. */
export async function answerSwitch(context: Provider, request: Request, to: Switch) {
  const form = await readForm(request);
  try {
    const isActive = to === 'shorten' ? undefined : to === 'arm';
    await changeSettings(contextOf(context), accountOf(context).id, { ...daysIn(form), is_active: isActive });
    return await redirectWithToast('/emergency', toast('success', say(emergencyAnswers.saved)));
  } catch (error) {
    return refused(context, error, say(to === 'shorten' ? emergencyAnswers.notSaved : emergencyAnswers.notChanged));
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
