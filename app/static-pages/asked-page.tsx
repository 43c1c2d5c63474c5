/** The page for a trusted contact who was asked: yes, no, or another address. */
import { contactAskPage as TEXTS } from '#messages/en/contact-ask.ts';
import { say } from '#messages/say.ts';
import type { Asking } from '#services/emergency/ask-contact.ts';
import { identified, oneLine, shownName } from '#services/mails/words.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { LinkForm, Message, Submit } from './layout.tsx';
import { TextField } from './text-field.tsx';
import { LinkTrouble, type Trouble } from './trouble-page.tsx';

interface AskedPageProps {
  asking: Asking;
  /** The page's own. */
  path: string;
  /** What was typed as an address and is none; null for nothing. */
  typed: string | null;
}

export function AskedPage({ asking, path, typed }: AskedPageProps) {
  const { ownerName, ownerEmail, role, answer, proposedEmail } = asking;
  const owner = shownName(ownerName);
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(TEXTS.heading, { owner })}>
      <p className="lead">{say(TEXTS.lead, { person: identified(ownerName, ownerEmail), owner })}</p>
      <p>{say(TEXTS.nothing, { owner })}</p>
      <p>{say(TEXTS.means[role], { owner })}</p>
      <p>{say(TEXTS.free)}</p>
      {answer !== 'none' && <p className="lead">{say(TEXTS.answers[answer], { owner })}</p>}
      {answer !== 'accepted' && (
        <LinkForm path={path} intent="accepted">
          <Submit>{say(TEXTS.accept)}</Submit>
        </LinkForm>
      )}
      {answer !== 'declined' && (
        <LinkForm path={path} intent="declined">
          <Submit look="secondary">{say(TEXTS.decline)}</Submit>
        </LinkForm>
      )}
      {proposedEmail && <p>{say(TEXTS.proposed, { email: oneLine(proposedEmail), owner })}</p>}
      <OtherAddress path={path} typed={typed} />
      <p className="small">{say(TEXTS.mind)}</p>
    </Message>
  );
}

function OtherAddress({ path, typed }: Pick<AskedPageProps, 'path' | 'typed'>) {
  const refused = typed === null ? null : { initialValue: { email: typed }, error: { email: [say(TEXTS.wrong)] } };
  return (
    <>
      <h2>{say(TEXTS.other)}</h2>
      <LinkForm path={path} intent="other">
        <TextField name="email" label={say(TEXTS.email)} type="email" autoComplete="email" result={refused} />
        <Submit look="secondary">{say(TEXTS.send)}</Submit>
      </LinkForm>
    </>
  );
}

/** For a link that cannot be used. */
export function AskedTrouble(trouble: Trouble) {
  return <LinkTrouble {...trouble} missing={say(TEXTS.missing)} />;
}
