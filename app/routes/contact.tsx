import { data, redirect, useLocation } from 'react-router';
import { STATUS } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { ContactPage, contactStatus } from '#app/static-pages/contact-page.tsx';
import { LanguageChoice } from '#app/static-pages/language-choice.tsx';
import { EmergencyTrouble } from '#app/static-pages/link-troubles.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { CONTACT_ACTS, type ContactAct } from '#domain/emergency/say.ts';
import { AppError } from '#domain/errors.ts';
import { findAsking, isAsking } from '#services/emergency/ask-contact.ts';
import { sayAsContact } from '#services/emergency/contact-acts.ts';
import { type ContactNews, readContactNews } from '#services/emergency/contact-news.ts';
import type { Route } from './+types/contact.ts';

/** The newest state of the owner's protocol, for a trusted contact. Looking changes nothing: mail scanners follow every link. */
export function loader({ context, params, url }: Route.LoaderArgs) {
  return showPage(context, async () => {
    const page = await pageOf(context, params.secret);
    if (await asksFirst(context, params.secret, page.news)) throw redirect(`/contact/${params.secret}/answer`);
    return data(
      { ...page, act: actOf(url.searchParams.get('say')), refused: null },
      { status: contactStatus(page.news) },
    );
  });
}

/** Records what the contact says, and shows what is so now; a name that is not theirs comes back. */
export function action({ request, context, params }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const form = await readForm(request);
    const act = actOf(form.get('intent'));
    const name = `${form.get('name') ?? ''}`.slice(0, NAME_MAX);
    const refused = act && (await refusalOf(() => sayAsContact(contextOf(context), params.secret, act, name)));
    const page = await pageOf(context, params.secret);
    if (refused?.code !== 'validation-failed')
      return data({ ...page, act: null, refused: null }, { status: contactStatus(page.news) });
    return data({ ...page, act, refused: { message: refused.message, name } }, { status: STATUS['validation-failed'] });
  });
}

/** Longer than every name that an owner can write. */
const NAME_MAX = 200;

/** A conflict is shown as the page that it has become. */
async function refusalOf(work: () => Promise<void>): Promise<AppError | null> {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'validation-failed' || error.code === 'conflict')) return error;
    throw error;
  }
}

/** The mail that asks a contact has its own page, until they have answered it and can say something else, or are notified. */
async function asksFirst(context: Provider, secret: string, news: ContactNews): Promise<boolean> {
  const services = contextOf(context);
  if (!(await isAsking(services, secret)) || (news.kind !== 'quiet' && news.kind !== 'ended')) return false;
  const hasWords = news.say.can.length > 0 || news.say.said.raised !== undefined;
  return !hasWords || (await findAsking(services, secret)).answer === 'none';
}

async function pageOf(context: Provider, secret: string) {
  return {
    news: await readContactNews(contextOf(context), secret),
    support: context.get(webDeps).supportEmail,
  };
}

function actOf(value: FormDataEntryValue | null): ContactAct | null {
  return CONTACT_ACTS.find((act) => act === value) ?? null;
}

export default function Contact({ loaderData, actionData, params }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const page = actionData ?? loaderData;
  if (!page) return null;
  return (
    <>
      <ContactPage {...page} path={pathname} />
      {page.news.kind !== 'account-deleted' && <LanguageChoice path={`/contact/${params.secret}`} />}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EmergencyTrouble {...troubleOf(error)} />;
}
