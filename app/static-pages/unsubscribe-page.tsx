/** The page behind "unsubscribe" in a mail program: asks before it turns a kind of mail off, and shows nothing else. */
import type { ReactNode } from 'react';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { unsubscribePage as TEXTS } from '#messages/en/unsubscribe.ts';
import { say, sayRich } from '#messages/say.ts';
import type { Unsubscribing } from '#services/notices/mail-choices.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { LinkForm, Message, Submit } from './layout.tsx';
import { LinkTrouble, type Trouble } from './trouble-page.tsx';

/** `path` is the page's own. */
export function UnsubscribePage({ about, path }: { about: Unsubscribing; path: string }) {
  if (!about.isWanted) return <OffPage />;
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.question.heading)}>
      <p className="lead">{say(TEXTS.question.mails[about.mail])}</p>
      <LinkForm path={path}>
        <Submit>{say(TEXTS.question.yes)}</Submit>
      </LinkForm>
      <p className="small">{say(TEXTS.question.note)}</p>
    </Message>
  );
}

function OffPage() {
  const profile = (words: ReactNode) => <a href={throughSignIn('/profile/notifications')}>{words}</a>;
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.off.heading)}>
      <p className="lead">{sayRich(TEXTS.off.advice, { profile })}</p>
    </Message>
  );
}

/** For a link that cannot be used. */
export function UnsubscribeTrouble(trouble: Trouble) {
  return <LinkTrouble {...trouble} missing={say(TEXTS.missing)} />;
}
