import type { SubmissionResult } from '@conform-to/react';
import { useEffect, useState } from 'react';
import { Link, useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { InputField, SelectField, type TextMeta } from '#app/components/field.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { ContactsSection } from '#app/components/profile/contacts.tsx';
import { NotificationsSection } from '#app/components/profile/notifications.tsx';
import { PictureSection } from '#app/components/profile/picture-section.tsx';
import { PlanSection } from '#app/components/profile/plan-section.tsx';
import { SecuritySection } from '#app/components/profile/security-section.tsx';
import { ThemeChoice } from '#app/components/theme-choice.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { newFormKey } from '#app/http/idempotent-form.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, sessionOf } from '#app/middleware/context.ts';
import { planWords } from '#app/plans/plan-words.ts';
import { profileSchema } from '#domain/accounts/accounts.schema.ts';
import { LANGUAGE_NAMES } from '#domain/language.ts';
import { placeOf } from '#domain/time/written.ts';
import { zonesWith } from '#domain/time/zone-names.ts';
import { clock } from '#messages/dates.ts';
import { forms } from '#messages/en/forms.ts';
import { profile } from '#messages/en/profile.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { say, sayRich } from '#messages/say.ts';
import { type AccountView, changeProfile } from '#services/accounts/account.ts';
import { hasPassword } from '#services/accounts/change-password.ts';
import { listDevices } from '#services/accounts/devices.ts';
import { linkedSince } from '#services/accounts/identities.ts';
import { listContacts } from '#services/emergency/contacts.ts';
import { readMailChoices } from '#services/notices/mail-choices.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/profile.ts';

export const meta: Route.MetaFunction = () => [{ title: say(profile.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { sessionId, user } = sessionOf(context);
    const services = contextOf(context);
    return {
      account: user,
      zones: zonesWith(user.time_zone),
      contacts: await listContacts(services, user.id),
      once: newFormKey(),
      languages: Object.entries(LANGUAGE_NAMES),
      plan: planWords(await subscriptionState(services, user.id), user.time_zone),
      hasPassword: await hasPassword(services, user.id),
      googleSince: await linkedSince(services, user.id),
      devices: await listDevices(services, user.id, sessionId),
      mailChoices: await readMailChoices(services.em, user.id),
    };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), profileSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await changeProfile(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast('/profile', toast('success', say(profileAnswers.saved)));
  } catch (error) {
    return failedForm(context, submission, error, say(profileAnswers.notSaved));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, toast: left, now } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? left} />
      {view ? (
        <>
          <Head account={view.account} />
          <ProfileForm account={view.account} zones={view.zones} result={actionData?.result} now={now} />
          <PictureSection picture={view.account.picture} />
          <EmailSection email={view.account.email} isConfirmed={view.account.email_confirmed} />
          <NotificationsSection choices={view.mailChoices} />
          <ContactsSection
            contacts={view.contacts}
            timeZone={view.account.time_zone}
            now={now}
            once={view.once}
            languages={view.languages}
          />
          <PlanSection plan={view.plan} />
          <SecuritySection
            hasPassword={view.hasPassword}
            googleSince={view.googleSince}
            devices={view.devices}
            timeZone={view.account.time_zone}
          />
          <ThemeSection />
          <DeleteSection />
        </>
      ) : (
        <>
          <div className="head">
            <h1>{say(profile.heading)}</h1>
          </div>
          <NotLoaded />
        </>
      )}
    </main>
  );
}

function Head({ account: { name, email, picture } }: { account: AccountView }) {
  return (
    <div className="head">
      <div className="row prof">
        <Portrait name={name} picture={picture} />
        <div>
          <h1>{name}</h1>
          <p className="soft">{email}</p>
        </div>
      </div>
    </div>
  );
}

/** The picture over the initial, which shows where there is no picture or it cannot be loaded. */
function Portrait({ name, picture }: { name: string; picture: string | null }) {
  return (
    <span className="avatar avatar-l" aria-hidden="true">
      {[...name][0]?.toUpperCase()}
      {picture && (
        <img
          key={picture}
          src={picture}
          alt=""
          width={256}
          height={256}
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

interface ProfileFormProps {
  account: AccountView;
  /** The time zones to choose from, by name. */
  zones: readonly string[];
  result: SubmissionResult<string[]> | undefined;
  now: string;
}

function ProfileForm({ account: { email, name, time_zone }, zones, result, now }: ProfileFormProps) {
  const isBusy = useNavigation().state === 'submitting';
  const [form, fields] = useLazyForm<z.input<typeof profileSchema>>({
    id: 'profile-form',
    defaultValue: { name, time_zone },
    lastResult: result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).profileSchema,
  });
  return (
    <section className="spread" aria-labelledby="h-profile">
      <div className="aside">
        <h2 id="h-profile">{say(profile.heading)}</h2>
        <p>{say(profile.purpose)}</p>
      </div>
      <CheckedForm form={form} fields={[fields.name, fields.time_zone]} className="body stack narrow" method="post">
        <FormErrors />
        <ReadOnlyEmail email={email} />
        <InputField label={say(profile.name)} type="text" autoComplete="name" meta={fields.name} />
        <TimeZoneField meta={fields.time_zone} zones={zones} timeZone={time_zone} now={now} />
        <div>
          <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
            {say(forms.save)}
          </button>
        </div>
      </CheckedForm>
    </section>
  );
}

function ReadOnlyEmail({ email }: { email: string }) {
  const id = 'profile-email';
  return (
    <div className="field">
      <label htmlFor={id}>{say(profile.email.label)}</label>
      <p className="hint" id={`${id}-hint`}>
        {sayRich(profile.email.hint, { link: (words) => <a href="#h-email">{words}</a> })}
      </p>
      <input className="control" id={id} type="email" value={email} readOnly aria-describedby={`${id}-hint`} />
    </div>
  );
}

interface TimeZoneFieldProps {
  meta: TextMeta;
  zones: readonly string[];
  /** The account's zone. */
  timeZone: string;
  now: string;
}

function TimeZoneField({ meta, zones, timeZone, now }: TimeZoneFieldProps) {
  // It reads the browser's zone, so it comes after the page.
  const [offer, setOffer] = useState<typeof import('#app/components/zone-offer.tsx') | null>(null);
  useEffect(() => void import('#app/components/zone-offer.tsx').then(setOffer, () => {}), []);
  const hint = say(profile.timeZoneHint, { place: placeOf(timeZone), time: clock(now, timeZone) });
  return (
    <>
      <SelectField label={say(profile.timeZone)} hint={hint} meta={meta}>
        {zones.map((zone) => (
          <option key={zone} value={zone}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </SelectField>
      {offer && <offer.ZoneOffer meta={meta} />}
    </>
  );
}

function EmailSection({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  return (
    <section className="spread" aria-labelledby="h-email">
      <div className="aside">
        <h2 id="h-email">{say(profile.email.label)}</h2>
        <p>{say(profile.email.purpose)}</p>
      </div>
      <div className="body stack">
        <p>
          <strong>{email}</strong>
          <br />
          <span className="soft">{say(isConfirmed ? profile.email.confirmed : profile.email.unconfirmed)}</span>
        </p>
        <div>
          <Link className="btn btn-secondary" to="/profile/email">
            {say(profile.email.change)}
          </Link>
        </div>
      </div>
    </section>
  );
}

function ThemeSection() {
  return (
    <section className="spread" aria-labelledby="h-theme">
      <div className="aside">
        <h2 id="h-theme">{say(profile.theme.heading)}</h2>
        <p>{say(profile.theme.purpose)}</p>
      </div>
      <div className="body">
        <ThemeChoice />
      </div>
    </section>
  );
}

function DeleteSection() {
  return (
    <section className="spread" aria-labelledby="h-delete">
      <div className="aside">
        <h2 id="h-delete">{say(profile.delete.heading)}</h2>
        <p>{say(profile.delete.purpose)}</p>
      </div>
      <div className="body">
        <Link className="btn btn-secondary" to="/profile/delete">
          {say(profile.delete.link)}
        </Link>
      </div>
    </section>
  );
}
