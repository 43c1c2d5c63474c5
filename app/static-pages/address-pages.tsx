/** The page behind the question whether an address is still right: one tap on a phone, and it shows nothing else. */
import type { ReactNode } from 'react';
import { STATUS } from '#app/http/errors.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { dateTimeAndPlace } from '#messages/dates.ts';
import { addressCheck as TEXTS } from '#messages/en/address-check.ts';
import { say, sayAll, sayRich } from '#messages/say.ts';
import type { AddressCheck, AddressLink } from '#services/deliveries/address-check.ts';
import { reachedAt } from '#services/mails/shared-sentences.ts';
import { oneLine } from '#services/mails/words.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { LinkForm, Message, Submit } from './layout.tsx';
import { LinkTrouble, type Trouble } from './trouble-page.tsx';

const TO_LIST = throughSignIn('/schedule');

/** @returns the HTTP status of the page: gone where there is nothing to answer */
export function addressStatus({ kind }: AddressLink): number {
  return kind === 'open' || kind === 'confirmed' ? 200 : STATUS.gone;
}

/** What the link leads to. `path` is the page's own. */
export function AddressPage({ link, path }: { link: AddressLink; path: string }) {
  switch (link.kind) {
    case 'open':
      return <QuestionPage about={link.about} path={path} />;
    case 'confirmed':
      return <HeldPage about={link.about} />;
    default:
      return <EndedPage kind={link.kind} />;
  }
}

function QuestionPage({ about, path }: { about: AddressCheck; path: string }) {
  const by = firstBy(about);
  return (
    <Message
      drawing={<EmptyEnvelope />}
      heading={say(TEXTS.question.heading, { by })}
      title={say(TEXTS.question.title, { by })}
    >
      <ToWhom about={about} />
      <LinkForm path={path}>
        <Submit>{say(TEXTS.question.yes)}</Submit>
      </LinkForm>
      <p>
        <a href={toChange(about)}>{say(TEXTS.question.change)}</a>
      </p>
      <p className="small">{say(TEXTS.question.note)}</p>
    </Message>
  );
}

function HeldPage({ about }: { about: AddressCheck }) {
  const change = (words: ReactNode) => <a href={toChange(about)}>{words}</a>;
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.held.heading, { by: firstBy(about) })}>
      <ToWhom about={about} />
      <p>{sayRich(TEXTS.held.advice, { change })}</p>
    </Message>
  );
}

function EndedPage({ kind }: { kind: Exclude<AddressLink['kind'], 'open' | 'confirmed'> }) {
  const { heading, lead, link } = sayAll(TEXTS.ended[kind]);
  return (
    <Message drawing={<EmptyEnvelope />} heading={heading}>
      <p className="lead">{lead}</p>
      <p>
        <a className="btn btn-primary" href={TO_LIST}>
          {link}
        </a>
      </p>
    </Message>
  );
}

function ToWhom({ about: { recipientName, scheduledTime, timeZone, ...delivery } }: { about: AddressCheck }) {
  const name = oneLine(recipientName ?? '');
  const reached = reachedAt(delivery);
  return (
    <>
      <p className="lead">{name ? say(TEXTS.to, { name, reached }) : reached}</p>
      <p>{say(TEXTS.due, { due: dateTimeAndPlace(scheduledTime, timeZone) })}</p>
    </>
  );
}

/** For a link that cannot be used. */
export function AddressTrouble(trouble: Trouble) {
  return <LinkTrouble {...trouble} missing={say(TEXTS.missing)} />;
}

/** How it goes out first. */
function firstBy({ recipientPhone }: AddressCheck): 'phone' | 'email' {
  return recipientPhone ? 'phone' : 'email';
}

function toChange({ deliveryId }: AddressCheck): string {
  return throughSignIn(`/schedule/${deliveryId}/edit`);
}
