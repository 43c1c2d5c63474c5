import { useEffect, useState } from 'react';
import { Link, redirect, useRevalidator } from 'react-router';
import { fallbackToFirstPage } from '#app/components/content/lists.ts';
import { ContentsPart } from '#app/components/emergency/contents-part.tsx';
import { LineSection } from '#app/components/emergency/line-section.tsx';
import { NeedsPart } from '#app/components/emergency/needs-part.tsx';
import { Part } from '#app/components/emergency/part.tsx';
import { PausePart } from '#app/components/emergency/pause-part.tsx';
import { People } from '#app/components/emergency/people.tsx';
import { Remarks } from '#app/components/emergency/remarks.tsx';
import { SettingsPart } from '#app/components/emergency/settings-part.tsx';
import { StatusSection, StoppedSection } from '#app/components/emergency/status-section.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PlanBanner } from '#app/components/plan-banner.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { areDays, type Days, type Switch, switchPath } from '#app/emergency/forms.ts';
import { type EmergencyView, viewOf } from '#app/emergency/view.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { emergencyFormSchema } from '#domain/emergency/emergency.schema.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyAnswers } from '#messages/en/emergency-answers.ts';
import { emergencyPage as texts } from '#messages/en/emergency-page.ts';
import { say, sayRich } from '#messages/say.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { type ProtocolView, readEmergencyPage, readProtocolView } from '#services/emergency/protocol-view.ts';
import type { Route } from './+types/emergency.ts';

const HERE = '/emergency';
/** How often the page follows by itself where days are short, in milliseconds. */
const FOLLOW_EVERY = 1_000;

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context, url }: Route.LoaderArgs) {
  const from = { contents: url.searchParams.get('contents'), offered: url.searchParams.get('offered') };
  return loadPage(context, async () => {
    const { id } = accountOf(context);
    return viewOf(await fallbackToFirstPage(HERE, () => readEmergencyPage(contextOf(context), id, from)));
  });
}

/** Saves the settings; asks first if the switch was moved, or if there are fewer days while it is on. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), emergencyFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { is_active, inactive_days, safety_days } = submission.value;
  try {
    const services = contextOf(context);
    const { id } = accountOf(context);
    const days = { inactiveDays: inactive_days, safetyDays: safety_days };
    const question = questionBefore(await readProtocolView(services.em, id, dayOf(services)), days, is_active);
    if (question) return redirect(switchPath(question, days));
    await changeSettings(services, id, { inactive_days, safety_days });
    return await redirectWithToast(HERE, toast('success', say(emergencyAnswers.saved)));
  } catch (error) {
    // It was released meanwhile: the page says so, and has "I'm back" in place of this form.
    if (error instanceof AppError && error.code === 'conflict')
      return redirectWithToast(HERE, toast('error', say(emergencyAnswers.notSaved)));
    return failedForm(context, submission, error, say(emergencyAnswers.notSaved));
  }
}

function questionBefore(
  saved: Days & Pick<ProtocolView, 'isActive' | 'stage'>,
  days: Days,
  isOn: boolean,
): Switch | null {
  if (isOn !== saved.isActive) return isOn ? 'arm' : 'disarm';
  const areFewer = days.inactiveDays < saved.inactiveDays || days.safetyDays < saved.safetyDays;
  return isOn && areFewer && saved.stage !== 'released' ? 'shorten' : null;
}

/** Does what `clientMiddleware` does elsewhere (app/http/prove-first.ts), in fewer bytes: this page has hardly any left. */
export function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const sent = request.clone();
  return fallbackToForm(
    serverAction().catch(async (error) => (await import('#app/http/send-as-document.ts')).sendOrThrow(sent, error)),
  );
}

export default function Emergency({
  loaderData: { data: view, toast: words, time_zone },
  actionData,
}: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? words} />
      <div className="head stack-s">
        <h1>{say(texts.heading)}</h1>
        {view && <p className="lead">{view.lead}</p>}
      </div>
      {view ? <Protocol view={view} timeZone={time_zone} result={actionData?.result} /> : <NotLoaded />}
    </main>
  );
}

interface ProtocolProps {
  view: EmergencyView;
  timeZone: string;
  result: Parameters<typeof SettingsPart>[0]['result'];
}

function Protocol({ view, timeZone, result }: ProtocolProps) {
  const { days, setDays, line } = useEdited(view, timeZone);
  useFollowing(view.isHurried);
  const { isActive, stage } = view.protocol;
  const isReleased = isActive && stage === 'released';
  return (
    <>
      {view.isHurried && (
        <noscript>
          <meta httpEquiv="refresh" content="1" />
        </noscript>
      )}
      {view.beyondPlan && <PlanBanner {...view.beyondPlan} look="btn btn-secondary" />}
      {view.stopped ? <StoppedSection stopped={view.stopped} /> : <StatusSection view={view} />}
      {view.needs && <NeedsPart needs={view.needs} />}
      {isReleased && <ReleasePart view={view} />}
      <LineSection trouble={view.trouble} line={isReleased ? view.line : line} />
      {!isReleased && <SettingsPart {...{ view, days, line, result }} onDays={setDays} />}
      {isActive && !isReleased && !view.stopped && <PausePart pausedUntil={view.pausedUntil} />}
      <ContactsPart view={view} />
      <Part id="say" name={view.say.heading}>
        <div className="body stack-s">
          {view.say.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {!isReleased && (
            <p>
              <Link to="/emergency/say">{view.say.change}</Link>
            </p>
          )}
        </div>
      </Part>
      <ContentsPart {...view} />
      {!isReleased && <ReleasePart view={view} />}
      <Part id="how" name={say(texts.how)}>
        <Remarks remarks={view.how} look="body note" />
      </Part>
    </>
  );
}

function ContactsPart({ view }: { view: EmergencyView }) {
  return (
    <Part
      id="trusted"
      name={say(texts.contacts.heading)}
      aside={
        <>
          {view.notification}{' '}
          {sayRich(texts.contacts.add, { profile: (children) => <Link to="/profile">{children}</Link> })}
        </>
      }
    >
      {view.contacts.length > 0 ? (
        <People people={view.contacts} />
      ) : (
        <p className="body soft">{say(texts.contacts.none)}</p>
      )}
    </Part>
  );
}

/** What a release sent to whom, with "I'm back" until it is over. */
function ReleasePart({ view: { release } }: { view: EmergencyView }) {
  if (!release) return null;
  return (
    <Part id="release" name={say(release.isOver ? texts.release.headingOver : texts.release.heading)}>
      <div className="body stack">
        {release.contacts.length > 0 ? <People people={release.contacts} /> : <p>{say(texts.release.nothingSent)}</p>}
        {!release.isOver && (
          <p>
            <Link className="btn btn-primary btn-big btn-wide-phone" to="/emergency/return">
              {say(texts.release.back)}
            </Link>
          </p>
        )}
      </div>
    </Part>
  );
}

/** The days in the form, and the line that they would make by the rules of the protocol. */
function useEdited({ saved, line, protocol }: EmergencyView, timeZone: string) {
  const [days, setDays] = useState<Days>(saved);
  const [rules, setRules] = useState<typeof import('#app/emergency/line.ts') | null>(null);
  const isEdited = days.inactiveDays !== saved.inactiveDays || days.safetyDays !== saved.safetyDays;
  const needsRules = isEdited && !rules;
  useEffect(() => {
    // Fetched at the first change; without them the line stays as it is.
    if (needsRules) import('#app/emergency/line.ts').then(setRules, () => {});
  }, [needsRules]);
  const edited = isEdited && rules && areDays(days) ? rules.drawLine(protocol, days, timeZone) : null;
  return { days, setDays, line: edited ?? line };
}

/** Short days are for watching: the page follows by itself. */
function useFollowing(isOn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    const clock = setInterval(revalidate, FOLLOW_EVERY);
    return () => clearInterval(clock);
  }, [isOn, revalidate]);
}
