import { useEffect, useState } from 'react';
import { redirect, useRevalidator } from 'react-router';
import { orFirstPage } from '#app/components/content-lists.ts';
import { TrustedContacts } from '#app/components/emergency/contacts-section.tsx';
import { ContentsSection } from '#app/components/emergency/contents-section.tsx';
import { HowSection } from '#app/components/emergency/how-section.tsx';
import { LineSection } from '#app/components/emergency/line-section.tsx';
import { PauseSection } from '#app/components/emergency/pause-section.tsx';
import { ReleaseSection } from '#app/components/emergency/release-section.tsx';
import { type Days, SettingsSection } from '#app/components/emergency/settings-section.tsx';
import { StatusSection } from '#app/components/emergency/status-section.tsx';
import { isHurried } from '#app/components/emergency/words.ts';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import type { Course } from '#domain/emergency/course.ts';
import { emergencyFormSchema } from '#domain/emergency/emergency.schema.ts';
import { SECOND } from '#domain/time/durations.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { type EmergencyOverview, emergencyOverview } from '#services/emergency/overview.ts';
import { emergencyStatus } from '#services/emergency/status.ts';
import type { Route } from './+types/emergency.ts';

const HERE = '/emergency';

export const meta: Route.MetaFunction = () => [{ title: 'Emergency · Stillhere' }];

export function loader({ context, url }: Route.LoaderArgs) {
  const asked = { contents: url.searchParams.get('contents'), offered: url.searchParams.get('offered') };
  return loadPage(context, () =>
    orFirstPage(HERE, () => emergencyOverview(contextOf(context), accountOf(context).id, asked)),
  );
}

/** Saves the settings; a switch that was moved is asked about first. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), emergencyFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { is_active, inactive_days, safety_days } = submission.value;
  try {
    const { id } = accountOf(context);
    const status = await emergencyStatus(contextOf(context), id);
    if (is_active !== status.is_active) {
      const days = new URLSearchParams({ inactive_days: `${inactive_days}`, safety_days: `${safety_days}` });
      return redirect(`${HERE}/${is_active ? 'arm' : 'disarm'}?${days}`);
    }
    await changeSettings(contextOf(context), id, { inactive_days, safety_days });
    return await redirectWithToast(HERE, toast('success', 'Settings updated!'));
  } catch (error) {
    return failedForm(context, submission, error, 'Failed to update settings');
  }
}

export default function Emergency({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, toast: words, time_zone } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? words} />
      <div className="head stack-s">
        <h1>Emergency Protocol</h1>
        <p className="lead">A light left on. While you answer from time to time, nothing happens.</p>
      </div>
      {view ? <Protocol view={view} timeZone={time_zone} result={actionData?.result} /> : <NotLoaded />}
    </main>
  );
}

interface ProtocolProps {
  view: EmergencyOverview;
  timeZone: string;
  result: Parameters<typeof SettingsSection>[0]['result'];
}

function Protocol({ view, timeZone, result }: ProtocolProps) {
  const { status, prospect, contacts, contents, offered, release } = view;
  const { course, isActive, pausedUntil, stage } = prospect;
  const calendar = { timeZone, now: course.now, day: course.day };
  const { days, setDays, edited } = useEdited(view);
  useHurry(isHurried(calendar));
  const isReleased = stage === 'released';
  return (
    <>
      {isHurried(calendar) && (
        <noscript>
          <meta httpEquiv="refresh" content="1" />
        </noscript>
      )}
      <StatusSection status={status} timeZone={timeZone} />
      {release && isReleased && <ReleaseSection release={release} timeZone={timeZone} />}
      <LineSection prospect={prospect} edited={edited} timeZone={timeZone} />
      {!isReleased && (
        <SettingsSection {...{ prospect, days, calendar, result }} drawn={edited ?? course} onDays={setDays} />
      )}
      {isActive && !isReleased && <PauseSection pausedUntil={pausedUntil} calendar={calendar} />}
      <TrustedContacts contacts={contacts} safetyDays={prospect.safetyDays} />
      <ContentsSection contents={contents} offered={offered} total={prospect.contents} />
      {release && !isReleased && <ReleaseSection release={release} timeZone={timeZone} />}
      <HowSection prospect={prospect} calendar={calendar} />
    </>
  );
}

/** What is in the form and not saved, and the line that it would make: by the rules of the protocol themselves. */
function useEdited({ prospect: { course, safetyDays, pausedUntil } }: EmergencyOverview) {
  const saved: Days = { inactiveDays: course.inactiveDays, safetyDays };
  const [days, setDays] = useState<Days>(saved);
  const [rules, setRules] = useState<typeof import('#domain/emergency/course.ts') | null>(null);
  const isEdited = days.inactiveDays !== saved.inactiveDays || days.safetyDays !== saved.safetyDays;
  useEffect(() => {
    // They are fetched when somebody begins to write; without them the line stays where it is.
    if (isEdited && !rules) import('#domain/emergency/course.ts').then(setRules, () => {});
  }, [isEdited, rules]);
  const edited: Course | null =
    isEdited && rules ? rules.freshCourse({ day: course.day }, { now: course.now, pausedUntil, ...days }) : null;
  return { days, setDays, edited };
}

/** Short days are for watching: the page follows by itself. */
function useHurry(isOn: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isOn) return;
    const clock = setInterval(revalidate, SECOND);
    return () => clearInterval(clock);
  }, [isOn, revalidate]);
}
