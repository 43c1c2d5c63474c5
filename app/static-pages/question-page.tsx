/** What a recipient answers before anything of a delivery is shown. */
import { ANSWERS } from '#domain/accounts/limits.ts';
import { ANSWER_MAX } from '#domain/delivery/answer.ts';
import { recipientPages } from '#messages/en/recipient-pages.ts';
import { say } from '#messages/say.ts';
import { identified, shownName } from '#services/mails/words.ts';
import type { Invitation } from '#services/recipients/invitations.ts';
import { NothingMore, NotNow } from './choices.tsx';
import { Envelope } from './drawings.tsx';
import { LinkForm, Message, OwnLink, Submit } from './layout.tsx';

const { question: TEXTS, invitation: INVITATION } = recipientPages;

interface QuestionProps {
  invitation: Invitation;
  /** The page's own path. */
  path: string;
  /** What came of an answer; null before any. */
  reply: 'wrong' | 'later' | null;
}

/** Names nothing of what was sent. */
export function QuestionPage({ invitation, path, reply }: QuestionProps) {
  const { sender_name, sender_email, recipient_name, sent_on, time_zone, question, opened } = invitation;
  const sender = shownName(sender_name);
  const person = identified(sender_name, sender_email);
  const isWrong = reply === 'wrong';
  return (
    <Message
      drawing={<Envelope recipient={recipient_name} day={new Date(sent_on)} timeZone={time_zone} />}
      heading={say(TEXTS.heading, { sender })}
    >
      <p className="lead">{say(TEXTS.lead, { person })}</p>
      <LinkForm path={path} intent="answer">
        <p className="field">
          <label htmlFor="answer" dir="auto">
            {question}
          </label>
          <input
            id="answer"
            name="answer"
            type="text"
            autoComplete="off"
            maxLength={ANSWER_MAX}
            required
            {...(reply && { 'aria-invalid': isWrong, 'aria-describedby': 'answer-error', autoFocus: true })}
          />
          {reply && (
            <span className="error" id="answer-error">
              {isWrong ? say(TEXTS.wrong) : say(TEXTS.later, { tries: ANSWERS.tries })}
            </span>
          )}
        </p>
        <Submit>{say(TEXTS.submit)}</Submit>
      </LinkForm>
      <p className="small">{say(TEXTS.spelling)}</p>
      <p className="small">{say(TEXTS.patience, { sender, tries: ANSWERS.tries })}</p>
      <p className="small">{say(TEXTS.whom, { sender })}</p>
      {!opened && (
        <p className="small">
          <OwnLink href="?refuse">{say(INVITATION.refuse)}</OwnLink>
        </p>
      )}
      <NotNow invitation={invitation} path={path} />
      <NothingMore invitation={invitation} />
    </Message>
  );
}
