import { data, useLocation } from 'react-router';
import { STATUS } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { contextOf } from '#app/middleware/context.ts';
import { AskedPage, AskedTrouble } from '#app/static-pages/asked-page.tsx';
import { LanguageChoice } from '#app/static-pages/language-choice.tsx';
import { answerForm, showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { checkAddressSchema } from '#domain/contacts/contacts.schema.ts';
import { answerAsking, findAsking, type GivenAnswer } from '#services/emergency/ask-contact.ts';
import type { Route } from './+types/contact-answer.ts';

/** For a trusted contact who was asked. Looking changes nothing, since mail scanners follow every link. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, async () => ({
    asking: await findAsking(contextOf(context), params.secret),
    typed: null as string | null,
  }));
}

export function action({ request, context, params }: Route.ActionArgs) {
  return answerForm(context, async () => {
    const services = contextOf(context);
    const form = await readForm(request);
    const given = answerIn(form);
    if (given !== null) return { asking: await answerAsking(services, params.secret, given), typed: null };
    const wrong = { asking: await findAsking(services, params.secret), typed: `${form.get('email') ?? ''}` };
    return data(wrong, { status: STATUS['validation-failed'] });
  });
}

/** @returns null for an address that is none */
function answerIn(form: FormData): GivenAnswer | null {
  const intent = form.get('intent');
  if (intent === 'accepted' || intent === 'declined') return intent;
  const { data: address } = checkAddressSchema.safeParse({ email: form.get('email') });
  return address ?? null;
}

export default function ContactAnswer({ loaderData, actionData, params }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const shown = actionData ?? loaderData;
  if (!shown) return null;
  return (
    <>
      <AskedPage {...shown} path={pathname} />
      <LanguageChoice path={`/contact/${params.secret}`} />
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AskedTrouble {...troubleOf(error)} />;
}
