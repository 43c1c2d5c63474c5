import { data } from 'react-router';
import { contextOf } from '#app/middleware/context.ts';
import { ContactPage, contactStatus } from '#app/static-pages/contact-page.tsx';
import { LanguageChoice } from '#app/static-pages/language-choice.tsx';
import { EmergencyTrouble } from '#app/static-pages/link-troubles.tsx';
import { showPage } from '#app/static-pages/loader-answers.ts';
import { troubleOf } from '#app/static-pages/trouble-page.tsx';
import { readContactNews } from '#services/emergency/contact-news.ts';
import type { Route } from './+types/contact.ts';

/** The newest state of the owner's protocol, for a trusted contact who was notified. */
export function loader({ context, params }: Route.LoaderArgs) {
  return showPage(context, async () => {
    const news = await readContactNews(contextOf(context), params.secret);
    return data(news, { status: contactStatus(news) });
  });
}

export default function Contact({ loaderData: news, params }: Route.ComponentProps) {
  if (!news) return null;
  return (
    <>
      <ContactPage news={news} />
      {news.kind !== 'account-deleted' && <LanguageChoice path={`/contact/${params.secret}`} />}
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EmergencyTrouble {...troubleOf(error)} />;
}
