import { NotLoaded } from '#app/components/not-loaded.tsx';
import { ContactsSection } from '#app/components/profile/contacts-section.tsx';
import { DeleteSection } from '#app/components/profile/delete-section.tsx';
import { EmailSection } from '#app/components/profile/email-section.tsx';
import { Face } from '#app/components/profile/face.tsx';
import { PictureSection } from '#app/components/profile/picture-section.tsx';
import { PlanSection } from '#app/components/profile/plan-section.tsx';
import { ProfileForm } from '#app/components/profile/profile-form.tsx';
import { SecuritySection } from '#app/components/profile/security-section.tsx';
import { ThemeSection } from '#app/components/profile/theme-section.tsx';
import { PageToast } from '#app/components/toasts.tsx';
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
import { changeProfile } from '#services/accounts/account.ts';
import { hasPassword } from '#services/accounts/change-password.ts';
import { linkedSince } from '#services/accounts/identities.ts';
import { listDevices } from '#services/accounts/sessions.ts';
import { listContacts } from '#services/contacts/contacts.ts';
import { planOf } from '#services/subscription/plan-of.ts';
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
      plan: planWords(await planOf(services, user.id), user.time_zone),
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
          <div className="head">
            <div className="row prof">
              <Face name={view.account.name} picture={view.account.picture} />
              <div>
                <h1>{view.account.name}</h1>
                <p className="soft">{view.account.email}</p>
              </div>
            </div>
          </div>
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
