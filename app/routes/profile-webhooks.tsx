import { data, Link } from 'react-router';
import { deleteListed } from '#app/accounts/delete-listed.ts';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { NewWebhookForm, NewWebhookNote, WebhookList } from '#app/components/webhooks/webhooks.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf, type Provider } from '#app/middleware/context.ts';
import { newWebhookFormSchema } from '#domain/webhooks/webhooks.schema.ts';
import { webhooks as texts, webhookAnswers } from '#messages/en/webhooks.ts';
import { say, sayRich } from '#messages/say.ts';
import { createWebhook, deleteWebhook, listWebhooks } from '#services/accounts/webhooks.ts';
import type { Route } from './+types/profile-webhooks.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

const HERE = '/profile/security/webhooks';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, () => listWebhooks(contextOf(context), accountOf(context).id));
}

/** Deletes the webhook that is named, or adds one: the answer alone has its secret. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const id = form.get('webhook');
  if (typeof id === 'string') return remove(context, id);
  const submission = parseForm(form, newWebhookFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  try {
    const { url, secret } = await createWebhook(contextOf(context), accountOf(context), submission.value);
    return data({ made: { url, secret } }, { headers: { 'cache-control': 'private, no-store' } });
  } catch (error) {
    return failedForm(context, submission, error, say(webhookAnswers.notMade));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

function remove(context: Provider, id: string): Promise<Response> {
  return deleteListed(context, id, {
    remove: (own) => deleteWebhook(contextOf(context), accountOf(context).id, own),
    page: HERE,
    deleted: say(webhookAnswers.deleted),
    notDeleted: say(webhookAnswers.notDeleted),
    failure: 'a webhook could not be deleted',
  });
}

export default function ProfileWebhooks({ loaderData, actionData }: Route.ComponentProps) {
  const { data: webhooks, toast: left, time_zone } = loaderData;
  const made = actionData && 'made' in actionData ? actionData.made : null;
  const reply = actionData && 'result' in actionData ? actionData : null;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={reply?.toast ?? left} />
      <div className="head stack-s">
        <h1>{say(texts.heading)}</h1>
        <p className="lead">{sayRich(texts.lead, { link: (words) => <a href="/api#webhooks">{words}</a> })}</p>
      </div>
      {made && <NewWebhookNote {...made} />}
      {webhooks ? (
        <>
          <WebhookList webhooks={webhooks} timeZone={time_zone} />
          <NewWebhookForm result={reply?.result} key={made?.secret} />
        </>
      ) : (
        <NotLoaded />
      )}
      <p>
        <Link to="/profile/security">{say(texts.back)}</Link>
      </p>
    </main>
  );
}
