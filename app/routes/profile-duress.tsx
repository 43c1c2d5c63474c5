import { Link } from 'react-router';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { DuressForms } from '#app/components/security/duress-forms.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf } from '#app/middleware/context.ts';
import { duressSchema } from '#domain/accounts/duress.schema.ts';
import { duressAnswers, duressPage as texts } from '#messages/en/duress.ts';
import { say, sayRich } from '#messages/say.ts';
import { hasPassword } from '#services/accounts/change-password.ts';
import { changeDuress } from '#services/accounts/duress.ts';
import { listContacts } from '#services/emergency/contacts.ts';
import type { Route } from './+types/profile-duress.ts';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

/** Reads nothing of a second password: the page is the same with and without one. */
export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const services = contextOf(context);
    const { id } = accountOf(context);
    const reachable = (await listContacts(services, id)).filter(({ has_stopped: hasStopped }) => !hasStopped);
    const contacts = reachable.map((one) => ({ id: one.id, name: one.name, email: one.email }));
    return { contacts, hasPassword: await hasPassword(services, id) };
  });
}

/** Answers a change, a removal and an end alike, also where there was nothing to remove or to end. */
export async function action({ request, context }: Route.ActionArgs) {
  const submission = parseForm(await readForm(request), duressSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    await changeDuress(contextOf(context), accountOf(context).id, submission.value);
    return await redirectWithToast('/profile/security/duress', toast('success', say(duressAnswers.done)));
  } catch (error) {
    return failedForm(context, submission, error, say(duressAnswers.failed));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

export default function ProfileDuress({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, toast: left } = loaderData;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast ?? left} />
      <div className="create">
        <div className="head stack-s">
          <h1>{say(texts.heading)}</h1>
          <p className="lead">{say(texts.lead)}</p>
        </div>
        <div className="stack">
          <Part heading={say(texts.what.heading)}>
            {[texts.what.looks, texts.what.held, texts.what.told, texts.what.ends].map((text) => say(text))}
          </Part>
          <Part heading={say(texts.before.heading)}>
            {[texts.before.ask, texts.before.limits, texts.before.knows, texts.before.device].map((text) => say(text))}
          </Part>
          {!view && <NotLoaded />}
          {view && !view.hasPassword && (
            <p>{sayRich(texts.noPassword, { link: (words) => <a href="/auth/forgot">{words}</a> })}</p>
          )}
          {view?.hasPassword && <DuressForms contacts={view.contacts} result={actionData?.result ?? null} />}
          <p className="acts">
            <Link to="/profile/security">{say(texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}

function Part({ heading, children }: { heading: string; children: readonly string[] }) {
  return (
    <>
      <h2>{heading}</h2>
      {children.map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  );
}
