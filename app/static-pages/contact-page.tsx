/** The page behind the link of a notification, for a trusted contact: there is nothing to press. */
import { STATUS } from '#app/http/errors.ts';
import { plainDate } from '#messages/dates.ts';
import { contactLink as TEXTS } from '#messages/en/emergency-links.ts';
import { say } from '#messages/say.ts';
import type { ContactNews } from '#services/emergency/contact-news.ts';
import { contactDays, placedMoment } from '#services/mails/shared-sentences.ts';
import { oneLine, shownName } from '#services/mails/words.ts';
import { Days } from './days.tsx';
import { EmptyEnvelope, Lamp } from './drawings.tsx';
import { Message } from './layout.tsx';

/** @returns the HTTP status of the page: gone after the account was deleted */
export function contactStatus({ kind }: ContactNews): number {
  return kind === 'account-deleted' ? STATUS.gone : 200;
}

/** What a trusted contact sees who was notified. */
export function ContactPage({ news }: { news: ContactNews }) {
  switch (news.kind) {
    case 'waiting':
      return <WaitingPage news={news} />;
    case 'released':
      return <ReleasedPage news={news} />;
    case 'well':
    case 'off':
      return <EndedPage news={news} />;
    case 'account-deleted':
      return (
        <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.deleted.heading)}>
          <p className="lead">{say(TEXTS.deleted.lead)}</p>
          <p>{say(TEXTS.deleted.advice)}</p>
        </Message>
      );
  }
}

interface NewsProps<Kind extends ContactNews['kind']> {
  news: Extract<ContactNews, { kind: Kind }>;
}

function WaitingPage({ news }: NewsProps<'waiting'>) {
  const owner = shownName(news.ownerName);
  const { timeZone } = news.clock;
  const seen = plainDate(news.lastCheckIn, timeZone);
  const notified = plainDate(news.notifiedAt, timeZone);
  return (
    <Message drawing={<Lamp isLit={false} />} heading={say(TEXTS.waiting.heading, { owner })}>
      <p className="lead">{say(TEXTS.waiting.lead, { owner })}</p>
      <p>{say(TEXTS.waiting.last, { owner, seen, told: notified, days: `${news.inactiveDays}` })}</p>
      <NextForContact news={news} />
      <p>{say(TEXTS.waiting.advice, { owner })}</p>
    </Message>
  );
}

function NextForContact({ news }: NewsProps<'waiting'>) {
  if (!news.isContact) return <p>{say(TEXTS.waiting.removed, { owner: shownName(news.ownerName) })}</p>;
  if (!news.isRunning) return <p>{say(TEXTS.waiting['not-running'])}</p>;
  return <Days {...contactDays(news, say(TEXTS.waiting['nothing-sent']))} />;
}

function ReleasedPage({ news }: NewsProps<'released'>) {
  const texts = TEXTS.released;
  const owner = shownName(news.ownerName);
  const { releasedAt, clock } = news;
  return (
    <Message
      drawing={<EmptyEnvelope />}
      heading={say(news.sent ? texts['sent-heading'] : texts['nothing-heading'], { owner })}
    >
      <p className="lead">
        {releasedAt
          ? say(texts['lead-on'], { owner, when: placedMoment(releasedAt, clock) })
          : say(texts.lead, { owner })}
      </p>
      <p>{emailOf(news)}</p>
      {news.undelivered && <p>{say(texts.undelivered, { owner })}</p>}
    </Message>
  );
}

/** What became of the email to this contact. */
function emailOf({ sent, ...news }: NewsProps<'released'>['news']): string {
  if (sent === null) return say(TEXTS.released.none);
  return say(TEXTS.released[sent], { owner: shownName(news.ownerName), email: oneLine(news.email) });
}

function EndedPage({ news: { kind, ownerName, at, clock } }: NewsProps<'well' | 'off'>) {
  const owner = shownName(ownerName);
  return (
    <Message drawing={<Lamp isLit />} heading={say(TEXTS.ended.heading)}>
      <p className="lead">
        {at
          ? say(TEXTS.ended[`${kind}-on`], { owner, when: placedMoment(at, clock) })
          : say(TEXTS.ended[kind], { owner })}
      </p>
      <p>{say(TEXTS.ended.advice)}</p>
    </Message>
  );
}
