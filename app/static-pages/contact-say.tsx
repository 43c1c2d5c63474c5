/** What a trusted contact can say on their page: what they can do, and a page for each that says first what follows. */
import type { ReactNode } from 'react';
import { type ContactAct, HOLD_DAYS } from '#domain/emergency/say.ts';
import { contactSay as TEXTS } from '#messages/en/contact-say.ts';
import { say, sayRich } from '#messages/say.ts';
import type { ContactNews } from '#services/emergency/contact-news.ts';
import { momentOf, placedMoment } from '#services/mails/shared-sentences.ts';
import { identified, oneLine, shownName } from '#services/mails/words.ts';
import { Lamp } from './drawings.tsx';
import { LinkButton, LinkForm, Message, OwnLink, Submit } from './layout.tsx';

/** Everything but the page of a deleted account. */
export type NamedNews = Exclude<ContactNews, { kind: 'account-deleted' }>;

/** A form that came back. */
export interface Refused {
  message: string;
  /** What was typed. */
  name: string;
}

interface SayProps {
  news: NamedNews;
  /** The page's own. */
  path: string;
}

const STEPS = { heard: TEXTS.heardStep, confirmed: TEXTS.confirmedStep, raised: TEXTS.raisedStep } as const;

/** What others and this contact have said, and what follows; nothing where nobody said anything. */
export function Said({ news }: Pick<SayProps, 'news'>) {
  const owner = shownName(news.ownerName);
  const { say: own, heldUntil, clock, confirmations, raisedAt } = news;
  const { heard, confirmed, raised } = own.said;
  const until = heldUntil && momentOf(heldUntil, clock);
  return (
    <>
      {until && news.kind === 'waiting' && (
        <p className="lead">
          {heard
            ? say(TEXTS.held.own, { owner, until, when: placedMoment(heard, clock) })
            : say(TEXTS.held.other, { owner, until })}
        </p>
      )}
      {confirmed && <p>{say(TEXTS.confirmed.own, { owner, when: placedMoment(confirmed, clock) })}</p>}
      {news.kind === 'waiting' && confirmations.needed > 0 && <p>{say(TEXTS.confirmed.count, confirmations)}</p>}
      {raised && news.kind !== 'waiting' && <p className="lead">{raisedWords(news, owner, raised)}</p>}
      {!raised && raisedAt && news.kind === 'quiet' && <p className="lead">{say(TEXTS.raised.other, { owner })}</p>}
    </>
  );
}

function raisedWords({ clock, answerUntil }: NamedNews, owner: string, raised: Date): string {
  const when = placedMoment(raised, clock);
  if (!answerUntil) return say(TEXTS.raised.own, { owner, when });
  return say(TEXTS.raised.ownUntil, { owner, when, until: momentOf(answerUntil, clock) });
}

/** What this contact can do now, each behind a page that says what follows. @param support an address of the operators */
export function CanDo({ news, path, support }: SayProps & { support: string | null }) {
  const owner = shownName(news.ownerName);
  const { can } = news.say;
  return (
    <>
      {can.length > 0 && (
        <>
          <h2>{say(TEXTS.heading)}</h2>
          {can.map((act) => (
            <div key={act}>
              <p>
                <strong>{say(STEPS[act].heading, { owner })}.</strong> {say(STEPS[act].offer, { owner })}
              </p>
              <p>
                <LinkButton look="secondary" href={`${path}?say=${act}`}>
                  {say(STEPS[act].open)}
                </LinkButton>
              </p>
            </div>
          ))}
          {news.kind === 'waiting' && (
            <p>
              <strong>{say(TEXTS.nothing.heading)}.</strong> {say(TEXTS.nothing.text)}
            </p>
          )}
        </>
      )}
      {news.kind === 'waiting' && <Worried owner={owner} support={support} />}
    </>
  );
}

function Worried({ owner, support }: { owner: string; support: string | null }) {
  const texts = TEXTS.worried;
  return (
    <>
      <h2>{say(texts.heading)}</h2>
      <ul>
        <li>{say(texts.danger, { owner })}</li>
        {support && (
          <li>
            {sayRich(texts.support, {
              address: support,
              mail: (children: ReactNode) => <a href={`mailto:${support}`}>{children}</a>,
            })}
          </li>
        )}
      </ul>
      <p className="small">{say(TEXTS.foot)}</p>
    </>
  );
}

/** For a contact who has not been notified of anything. */
export function QuietPage({ news, path }: SayProps & { news: Extract<ContactNews, { kind: 'quiet' }> }) {
  const owner = shownName(news.ownerName);
  const texts = TEXTS.quiet;
  return (
    <Message drawing={<Lamp isLit />} heading={say(texts.heading, { owner })}>
      <p className="lead">{say(texts.lead, { owner, person: identified(news.ownerName, news.ownerEmail) })}</p>
      {!news.isContact && <p>{say(texts.removed, { owner })}</p>}
      {news.isContact && !news.raisedAt && <p>{say(texts.nothing)}</p>}
      <Said news={news} />
      <CanDo news={news} path={path} support={null} />
      <p className="small">{say(TEXTS.foot)}</p>
    </Message>
  );
}

/** Says what follows before it is done. */
export function SayStep({ news, act, path, refused }: SayProps & { act: ContactAct; refused: Refused | null }) {
  const owner = shownName(news.ownerName);
  const texts = STEPS[act];
  return (
    <Message heading={say(texts.heading, { owner })}>
      <p className="lead">{say(texts.lead)}</p>
      <ul>
        {followsOf(news, act).map((what) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <LinkForm path={path} intent={act}>
        {act === 'confirmed' && <NameField news={news} refused={refused} />}
        <Submit>{say(texts.submit)}</Submit>
      </LinkForm>
      <p>
        <OwnLink href={path}>{say(TEXTS.back)}</OwnLink>
      </p>
      <p className="small">{say(texts.note, { owner })}</p>
    </Message>
  );
}

function NameField({ news, refused }: { news: NamedNews; refused: Refused | null }) {
  const { name, nameHint } = TEXTS.confirmedStep;
  return (
    <div className="field">
      <label htmlFor="name">{say(name)}</label>
      <p className="small" id="name-hint">
        {say(nameHint, { owner: shownName(news.ownerName), name: oneLine(news.contactName) })}
      </p>
      <input
        id="name"
        name="name"
        autoComplete="name"
        required
        maxLength={200}
        defaultValue={refused?.name}
        aria-describedby={refused ? 'name-error name-hint' : 'name-hint'}
        aria-invalid={refused ? true : undefined}
      />
      {refused && (
        <span className="error" id="name-error" role="alert">
          {refused.message}
        </span>
      )}
    </div>
  );
}

/** What follows, one sentence each. */
function followsOf(news: NamedNews, act: ContactAct): string[] {
  const owner = shownName(news.ownerName);
  const { clock, now, confirmations, saySettings, safetyDays, confirmableFrom } = news;
  if (act === 'heard') {
    const { waits, asks, others, after } = TEXTS.heardStep.follows;
    const until = momentOf(new Date(now.getTime() + HOLD_DAYS * clock.day), clock);
    return [say(waits, { until }), say(asks, { owner }), say(others, { owner }), say(after, { owner })];
  }
  if (act === 'confirmed') {
    const { sends, asks, heard, others } = TEXTS.confirmedStep.follows;
    const needed = confirmations.needed;
    const first = momentOf(confirmableFrom ?? news.releaseAt ?? now, clock);
    return [say(sends, { owner, needed, first }), say(asks, { owner }), say(heard, { owner }), say(others)];
  }
  const { asks, tells, sends } = TEXTS.raisedStep.follows;
  return [
    say(asks, { owner }),
    say(tells, { owner, days: saySettings.answerWithinDays }),
    say(sends, { owner, safety: safetyDays }),
  ];
}
