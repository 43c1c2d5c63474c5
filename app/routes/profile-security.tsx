import { data, Link } from 'react-router';
import { deleteListed } from '#app/accounts/delete-listed.ts';
import { NotLoaded } from '#app/components/not-loaded.tsx';
import { PasskeysSection } from '#app/components/profile/passkeys.tsx';
import { NewTokenNote, TokensSection } from '#app/components/profile/tokens.tsx';
import { CodesSection } from '#app/components/security/codes.tsx';
import { DevicesSection } from '#app/components/security/devices.tsx';
import { DuressSection } from '#app/components/security/duress.tsx';
import { PasswordSection } from '#app/components/security/password.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { WebhooksSection } from '#app/components/webhooks/section.tsx';
import { failedForm } from '#app/http/failed-form.ts';
import { invalidForm, parseForm, readForm } from '#app/http/form.ts';
import { fallbackToForm } from '#app/http/form-fallback.ts';
import { loadPage } from '#app/http/page.ts';
import { accountOf, contextOf, type Provider, sessionOf } from '#app/middleware/context.ts';
import { newTokenFormSchema } from '#domain/accounts/tokens.schema.ts';
import { securityPage as texts, tokenAnswers } from '#messages/en/tokens.ts';
import { say } from '#messages/say.ts';
import { readPassword } from '#services/accounts/change-password.ts';
import { readCodes } from '#services/accounts/codes.ts';
import { listDrawnDevices } from '#services/accounts/devices.ts';
import { listPasskeys } from '#services/accounts/passkeys.ts';
import { createToken, deleteToken, listTokens } from '#services/accounts/tokens.ts';
import { listWebhooks } from '#services/accounts/webhooks.ts';
import type { Route } from './+types/profile-security.ts';

export { clientMiddleware } from '#app/http/prove-first.ts';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

export function loader({ context }: Route.LoaderArgs) {
  return loadPage(context, async () => {
    const { id, time_zone: timeZone } = accountOf(context);
    const services = contextOf(context);
    const [passkeys, codes, tokens] = [
      await listPasskeys(services, id),
      await readCodes(services, id),
      await listTokens(services, id),
    ];
    const webhooks = (await listWebhooks(services, id)).map(({ url, off_at }) => ({ url, isOff: off_at !== null }));
    const password = await readPassword(services, id);
    const devices = await listDrawnDevices(services, id, sessionOf(context).sessionId);
    return { timeZone, passkeys, codes, password, devices, tokens, webhooks };
  });
}

/** Deletes the token that is named, or makes one: the answer alone has its secret. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const id = form.get('token');
  if (typeof id === 'string') return remove(context, id);
  const submission = parseForm(form, newTokenFormSchema);
  if (submission.status !== 'success') return invalidForm(submission);
  const { ends, ...wish } = submission.value;
  const services = contextOf(context);
  try {
    const expires_at = ends === null ? null : new Date(services.now.getTime() + ends);
    const { name, token } = await createToken(services, accountOf(context), { ...wish, expires_at });
    return data({ made: { name, token } }, { headers: { 'cache-control': 'private, no-store' } });
  } catch (error) {
    return failedForm(context, submission, error, say(tokenAnswers.notMade));
  }
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return fallbackToForm(serverAction());
}

function remove(context: Provider, id: string): Promise<Response> {
  return deleteListed(context, id, {
    remove: (own) => deleteToken(contextOf(context), accountOf(context).id, own),
    page: '/profile/security',
    deleted: say(tokenAnswers.deleted),
    notDeleted: say(tokenAnswers.notDeleted),
    failure: 'a token could not be deleted',
  });
}

export default function ProfileSecurity({ loaderData, actionData }: Route.ComponentProps) {
  const { data: view, toast: left } = loaderData;
  const made = actionData && 'made' in actionData ? actionData.made : null;
  const reply = actionData && 'result' in actionData ? actionData : null;
  return (
    <main className="main wrap" id="main">
      <PageToast toast={reply?.toast ?? left} />
      <div className="head stack-s">
        <h1>{say(texts.heading)}</h1>
        <p className="lead">{say(texts.lead)}</p>
      </div>
      {made && <NewTokenNote {...made} />}
      <section className="spread" aria-labelledby="h-check-in">
        <div className="aside">
          <h2 id="h-check-in">{say(texts.checkIn.heading)}</h2>
        </div>
        <p className="body measure-s">{say(texts.checkIn.text)}</p>
      </section>
      {view && <PasskeysSection {...view} />}
      {view && <CodesSection codes={view.codes} timeZone={view.timeZone} />}
      {view && <PasswordSection password={view.password} timeZone={view.timeZone} />}
      {view && <DevicesSection devices={view.devices} timeZone={view.timeZone} />}
      <DuressSection />
      <section className="spread" aria-labelledby="h-proof">
        <div className="aside">
          <h2 id="h-proof">{say(texts.proof.heading)}</h2>
        </div>
        <p className="body measure-s">{say(texts.proof.text)}</p>
      </section>
      {view ? <TokensSection {...view} result={reply?.result} key={made?.token} /> : <NotLoaded />}
      {view && <WebhooksSection webhooks={view.webhooks} />}
      <p>
        <Link to="/profile">{say(texts.back)}</Link>
      </p>
    </main>
  );
}
