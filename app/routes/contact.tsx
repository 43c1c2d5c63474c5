import { data, redirect } from 'react-router';
import { contextOf } from '#app/middleware/context.ts';
import { ContactPage, contactStatus } from '#app/static-pages/contact-page.tsx';
import { EmergencyTrouble } from '#app/static-pages/link-troubles.tsx';
import { showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { isAsking } from '#services/emergency/ask-contact.ts';
import { readContactNews } from '#services/emergency/contact-news.ts';
import type { Route } from './+types/contact.ts';

/** The newest state of the owner's protocol, for a trusted contact who was notified. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, async () => {
    // The mail that asks a contact has its own page.
    if (await isAsking(contextOf(context), params.secret)) throw redirect(`/contact/${params.secret}/answer`);
    const news = await readContactNews(contextOf(context), params.secret);
    return data(news, { status: contactStatus(news) });
  });
}

export default function Contact({ loaderData: news }: Route.ComponentProps) {
  return news && <ContactPage news={news} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EmergencyTrouble {...troubleOf(error)} />;
}
