/** The page behind the link of a notification, for a trusted contact: what happens next, what they can say, and what was released to them. */
import { STATUS } from '#app/http/errors.ts';
import type { ContactAct } from '#domain/emergency/say.ts';
import { plainDate } from '#messages/dates.ts';
import { contactSay } from '#messages/en/contact-say.ts';
import { contactLink as TEXTS } from '#messages/en/emergency-links.ts';
import { contactMails } from '#messages/en/emergency-mails.ts';
import { say } from '#messages/say.ts';
import type { ContactNews } from '#services/emergency/contact-news.ts';
import { contactDays, placedMoment } from '#services/mails/shared-sentences.ts';
import { identified, listed, oneLine, shownName } from '#services/mails/words.ts';
import { CanDo, QuietPage, type Refused, Said, SayStep } from './contact-say.tsx';
import { Days } from './days.tsx';
import { EmptyEnvelope, Lamp } from './drawings.tsx';
import { Message } from './layout.tsx';

/** @returns the HTTP status of the page: gone after the account was deleted */
export function contactStatus({ kind }: ContactNews): number {
  return kind === 'account-deleted' ? STATUS.gone : 200;
}

interface ContactPageProps {
  news: ContactNews;
  /** The page's own. */
  path: string;
  /** What the contact is about to say, where that is asked first. */
  act?: ContactAct | null;
  /** The name that they typed came back. */
  refused?: Refused | null;
  /** An address of the operators; null without one. */
  support?: string | null;
}

/** What a trusted contact sees. */
export function ContactPage({ news, path, act = null, refused = null, support = null }: ContactPageProps) {
  if (news.kind !== 'account-deleted' && act !== null && news.say.can.includes(act))
    return <SayStep news={news} act={act} path={path} refused={refused} />;
  switch (news.kind) {
    case 'waiting':
      return <WaitingPage news={news} path={path} support={support} />;
    case 'released':
      return <ReleasedPage news={news} />;
    case 'ended':
      return <EndedPage news={news} path={path} />;
    case 'quiet':
      return <QuietPage news={news} path={path} />;
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

function WaitingPage({ news, path, support }: NewsProps<'waiting'> & { path: string; support: string | null }) {
  const owner = shownName(news.ownerName);
  const { timeZone } = news.clock;
  const seen = plainDate(news.lastCheckIn, timeZone);
  const written = plainDate(news.notifiedAt, timeZone);
  const person = identified(news.ownerName, news.ownerEmail);
  return (
    <Message drawing={<Lamp isLit={false} />} heading={say(TEXTS.waiting.heading, { owner })}>
      <p className="lead">
        {news.isByRaise
          ? say(contactSay.lead.raised, { person })
          : say(TEXTS.waiting.lead, { person, days: `${news.inactiveDays}` })}
      </p>
      <p>{say(TEXTS.waiting.last, { seen, written })}</p>
      <p>{say(TEXTS.waiting.advice, { owner })}</p>
      <Others news={news} />
      <Said news={news} />
      <NextForContact news={news} />
      <p>{say(TEXTS.waiting.stops, { owner })}</p>
      <CanDo news={news} path={path} support={support} />
    </Message>
  );
}

/** Who else was named, where the owner allows it. */
function Others({ news: { others, ownerName } }: { news: Pick<NewsProps<'waiting'>['news'], 'others' | 'ownerName'> }) {
  if (others.length === 0) return null;
  const names = listed(others.map((name) => shownName(name)));
  return <p>{say(TEXTS.waiting.others, { owner: shownName(ownerName), names })}</p>;
}

function NextForContact({ news }: NewsProps<'waiting'>) {
  if (!news.isContact) return <p>{say(TEXTS.waiting.removed, { owner: shownName(news.ownerName) })}</p>;
  if (!news.isRunning) return <p>{say(TEXTS.waiting['not-running'])}</p>;
  return <Days {...contactDays(news, say(TEXTS.waiting['nothing-sent']))} />;
}

function ReleasedPage({ news }: NewsProps<'released'>) {
  const texts = TEXTS.released;
  const owner = shownName(news.ownerName);
  const person = identified(news.ownerName, news.ownerEmail);
  const { releasedAt, clock } = news;
  return (
    <Message
      drawing={<EmptyEnvelope />}
      heading={say(news.sent ? texts['sent-heading'] : texts['nothing-heading'], { owner })}
    >
      <p className="lead">
        {releasedAt
          ? say(texts['lead-on'], { person, owner, when: placedMoment(releasedAt, clock) })
          : say(texts.lead, { person, owner })}
      </p>
      <p>{say(texts.sorry, { owner })}</p>
      <p>{emailOf(news)}</p>
      <Others news={news} />
      {news.links.length > 0 && (
        <>
          <p>{say(texts['open-lead'])}</p>
          {news.links.map((link) => (
            <a key={link} className="btn btn-primary" href={link}>
              {say(texts.open)}
            </a>
          ))}
        </>
      )}
      {news.undelivered && <p>{say(texts.undelivered, { owner })}</p>}
    </Message>
  );
}

/** What became of the email to this contact. */
function emailOf({ sent, ...news }: NewsProps<'released'>['news']): string {
  const { comesAt, clock } = news;
  if (sent === null && comesAt)
    return say(TEXTS.released.comes, { email: oneLine(news.email), date: plainDate(comesAt, clock.timeZone) });
  if (sent === null) return say(TEXTS.released.none);
  if (sent === 'failed' && news.links.length > 0)
    return say(TEXTS.released.undeliverable, { email: oneLine(news.email) });
  return say(TEXTS.released[sent], { owner: shownName(news.ownerName), email: oneLine(news.email) });
}

/** The sentences of the mail about it. */
function EndedPage({ news, path }: NewsProps<'ended'> & { path: string }) {
  const { by, at, clock } = news;
  const owner = shownName(news.ownerName);
  const person = identified(news.ownerName, news.ownerEmail);
  const { heading, happened, notSeen, nothingToDo } = contactMails.allClear;
  return (
    <Message drawing={<Lamp isLit={by !== 'off'} />} heading={say(heading, { by, owner })}>
      <p className="lead">{say(happened, { by, person })}</p>
      {at && <p>{say(TEXTS.ended.when, { when: placedMoment(at, clock) })}</p>}
      <p>{say(notSeen, { owner })}</p>
      <p>{say(nothingToDo)}</p>
      <Said news={news} />
      <CanDo news={news} path={path} support={null} />
    </Message>
  );
}
