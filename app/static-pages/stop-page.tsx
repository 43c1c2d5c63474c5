/** The page behind each message's "nothing more": two choices, both of which can be taken back here. */
import { stopPage as TEXTS } from '#messages/en/stop.ts';
import { say } from '#messages/say.ts';
import { inReadersLanguage } from '#services/mails/readers-address.ts';
import { shownName } from '#services/mails/words.ts';
import type { StopFrom, Stopping } from '#services/recipients/stop.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { LinkForm, Message, OwnLink, Submit } from './layout.tsx';
import { LinkTrouble, type Trouble } from './trouble-page.tsx';

interface StopPageProps {
  stopping: Stopping;
  /** The page's own. */
  path: string;
  /** Something was just decided. */
  isDone: boolean;
  /** The reader chose Stillhere, and is asked once more: in a reply that quotes a message this may be someone else. */
  isAsking: boolean;
}

export function StopPage({ stopping, path, isDone, isAsking }: StopPageProps) {
  const { person, stillhere, sender_name } = stopping;
  if (isAsking && !stillhere) return <AskAboutStillhere path={path} />;
  const sender = sender_name === null ? null : shownName(sender_name);
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(isDone ? TEXTS.done : TEXTS.heading)} title={say(TEXTS.heading)}>
      {!isDone && <p className="lead">{say(TEXTS.lead)}</p>}
      <Choice path={path} from="person" isStopped={person} words={personWords(sender)} />
      {stillhere ? (
        <Choice path={path} from="stillhere" isStopped words={stillhereWords()} />
      ) : (
        <p>
          <OwnLink href={inReadersLanguage(`${path}?from=stillhere`)}>{say(TEXTS.stillhere.wanted)}</OwnLink>
        </p>
      )}
      <p className="small">{say(TEXTS.told)}</p>
      {(person || stillhere) && <p className="small">{say(TEXTS.mind)}</p>}
    </Message>
  );
}

/** Names what is lost before everything is stopped. */
function AskAboutStillhere({ path }: Pick<StopPageProps, 'path'>) {
  const { ask, lost, lostEmergency, back } = TEXTS.stillhere;
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(ask)} title={say(ask)}>
      <p className="lead">{say(lost)}</p>
      <p className="lead">{say(lostEmergency)}</p>
      <Choice path={path} from="stillhere" isStopped={false} words={stillhereWords()} />
      <p>
        <OwnLink href={inReadersLanguage(path)}>{say(back)}</OwnLink>
      </p>
    </Message>
  );
}

type Words = Record<'wanted' | 'stopped' | 'undo', string>;

function personWords(sender: string | null): Words {
  const { wanted, wantedNamed, stopped, stoppedNamed, undo, undoNamed } = TEXTS.person;
  if (sender === null) return { wanted: say(wanted), stopped: say(stopped), undo: say(undo) };
  return {
    wanted: say(wantedNamed, { sender }),
    stopped: say(stoppedNamed, { sender }),
    undo: say(undoNamed, { sender }),
  };
}

function stillhereWords(): Words {
  const { wanted, stopped, undo } = TEXTS.stillhere;
  return { wanted: say(wanted), stopped: say(stopped), undo: say(undo) };
}

interface ChoiceProps {
  path: string;
  from: StopFrom;
  isStopped: boolean;
  words: Words;
}

/** What is chosen is in the address: a mail program's POST has a body of its own, which nobody reads (RFC 8058). */
function Choice({ path, from, isStopped, words }: ChoiceProps) {
  return (
    <>
      {isStopped && <p className="lead">{words.stopped}</p>}
      <LinkForm path={inReadersLanguage(`${path}?${isStopped ? 'undo' : 'from'}=${from}`)}>
        <Submit look={isStopped || from === 'stillhere' ? 'secondary' : 'primary'}>
          {isStopped ? words.undo : words.wanted}
        </Submit>
      </LinkForm>
    </>
  );
}

/** For a link that cannot be used. */
export function StopTrouble(trouble: Trouble) {
  return <LinkTrouble {...trouble} missing={say(TEXTS.missing)} />;
}
