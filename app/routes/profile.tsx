import type { SubmissionResult } from '@conform-to/react';
import { Form, Link, useNavigation } from 'react-router';
import { clock } from '#app/components/dates.ts';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { ContactsSection } from '#app/components/profile/contacts.tsx';
import { PictureSection } from '#app/components/profile/picture-section.tsx';
import { PlanSection } from '#app/components/profile/plan-section.tsx';
import { SecuritySection } from '#app/components/profile/security-section.tsx';
import { ThemeChoice } from '#app/components/theme-choice.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { controlProps, type FormField, useForm } from '#app/components/use-form.ts';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { orStay } from '#app/http/lost-line.ts';
import { newOnce } from '#app/http/once.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { zonesWith } from '#app/http/zones.ts';
import { accountOf, contextOf, sessionOf } from '#app/middleware/context.ts';
import { planWords } from '#app/plans/plan-words.ts';
import { profileSchema } from '#domain/accounts/accounts.schema.ts';
import { placeOf } from '#domain/time/written.ts';
import { type AccountView, changeProfile } from '#services/accounts/account.ts';
import { hasPassword } from '#services/accounts/change-password.ts';
import { linkedSince } from '#services/accounts/identities.ts';
import { listDevices } from '#services/accounts/sessions.ts';
import { listContacts } from '#services/contacts/contacts.ts';
import { subscriptionState } from '#services/subscription/subscription-state.ts';
import type { Route } from './+types/profile.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Profile · Stillhere' }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { sessionId, user } = sessionOf(context);
    const services = contextOf(context);
    return {
      account: user,
      zones: zonesWith(user.time_zone),
      contacts: await listContacts(services, user.id),
      once: newOnce(),
      plan: planWords(await subscriptionState(services, user.id), user.time_zone),
      hasPassword: await hasPassword(services, user.id),
      googleSince: await linkedSince(services, user.id),
      devices: await listDevices(services, user.id, sessionId),
    };
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), profileSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await changeProfile(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast('/profile', toast('success', 'Profile updated!'));
  } catch (error) {
    return failedForm(context, submission, error, 'Failed to update profile');
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return orStay(serverAction());
}

export default function Profile({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, toast: words, now } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? words} />
      {view ? (
        <>
          <Head account={view.account} />
          <ProfileForm account={view.account} zones={view.zones} result={actionData?.result} now={now} />
          <PictureSection picture={view.account.picture} />
          <EmailSection email={view.account.email} isConfirmed={view.account.email_confirmed} />
          <ContactsSection contacts={view.contacts} once={view.once} />
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
            <h1>Profile</h1>
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
  const { form, errors, fields } = useForm({
    id: 'profile-form',
    fields: ['name', 'time_zone'],
    initial: { name, time_zone },
    result,
    schema: async () => (await import('#domain/accounts/accounts.schema.ts')).profileSchema,
  });
  return (
    <section className="spread" aria-labelledby="h-profile">
      <div className="aside">
        <h2 id="h-profile">Profile</h2>
        <p>Your name stands on every invitation we send for you.</p>
      </div>
      <Form className="body stack narrow" method="post" {...form}>
        <FormErrors errors={errors} />
        <ReadOnlyEmail email={email} />
        <Field label="Full name" meta={fields.name}>
          <input className="control" type="text" autoComplete="name" {...controlProps(fields.name)} />
        </Field>
        <TimeZoneField meta={fields.time_zone} zones={zones} timeZone={time_zone} now={now} />
        <div>
          <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
            Save
          </button>
        </div>
      </Form>
    </section>
  );
}

function ReadOnlyEmail({ email }: { email: string }) {
  const id = 'profile-email';
  return (
    <div className="field">
      <label htmlFor={id}>Email</label>
      <p className="hint" id={`${id}-hint`}>
        It is changed <a href="#h-email">below</a>.
      </p>
      <input className="control" id={id} type="email" value={email} readOnly aria-describedby={`${id}-hint`} />
    </div>
  );
}

interface TimeZoneFieldProps {
  meta: FormField;
  zones: readonly string[];
  /** The account's zone. */
  timeZone: string;
  now: string;
}

function TimeZoneField({ meta, zones, timeZone, now }: TimeZoneFieldProps) {
  const hint = `Dates and hours are shown in this zone. In ${placeOf(timeZone)} it is ${clock(now, timeZone)}.`;
  return (
    <Field label="Time zone" hint={hint} meta={meta}>
      <span className="select">
        <select className="control" {...controlProps(meta, { hint: true })}>
          {zones.map((zone) => (
            <option key={zone} value={zone}>
              {zone.replaceAll('_', ' ')}
            </option>
          ))}
        </select>
      </span>
    </Field>
  );
}

function EmailSection({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  return (
    <section className="spread" aria-labelledby="h-email">
      <div className="aside">
        <h2 id="h-email">Email</h2>
        <p>This is how you sign in, and where our messages go.</p>
      </div>
      <div className="body stack">
        <p>
          <strong>{email}</strong>
          <br />
          <span className="soft">
            {isConfirmed ? 'Confirmed. Whoever gets something from you can answer there.' : 'Not confirmed yet.'}
          </span>
        </p>
        <div>
          <Link className="btn btn-secondary" to="/profile/email">
            Change your email
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
        <h2 id="h-theme">Light or dark</h2>
        <p>In this browser. “System” follows what your device says.</p>
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
        <h2 id="h-delete">Delete your account</h2>
        <p>You see everything that would go, before anything does.</p>
      </div>
      <div className="body">
        <Link className="btn btn-secondary" to="/profile/delete">
          Delete account
        </Link>
      </div>
    </section>
  );
}
