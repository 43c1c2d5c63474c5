/** The page behind each message's "nothing more": two choices, both of which can be taken back here. */
import { stopPage as TEXTS } from '#messages/en/stop.ts';
import { say } from '#messages/say.ts';
import { shownName } from '#services/mails/words.ts';
import type { StopFrom, Stopping } from '#services/recipients/stop.ts';
import { EmptyEnvelope } from './drawings.tsx';
import { LinkForm, Message, Submit } from './layout.tsx';
import { LinkTrouble, type Trouble } from './trouble-page.tsx';

interface StopPageProps {
  stopping: Stopping;
  /** The page's own. */
  path: string;
  /** Something was just decided. */
  isDone: boolean;
}

export function StopPage({ stopping, path, isDone }: StopPageProps) {
  const { person, stillhere, sender_name } = stopping;
  const sender = sender_name === null ? null : shownName(sender_name);
  return (
    <Message drawing={<EmptyEnvelope />} heading={say(isDone ? TEXTS.done : TEXTS.heading)} title={say(TEXTS.heading)}>
      {!isDone && <p className="lead">{say(TEXTS.lead)}</p>}
      <Choice path={path} from="person" isStopped={person} words={personWords(sender)} />
      <Choice path={path} from="stillhere" isStopped={stillhere} words={stillhereWords()} />
      {!stillhere && <p className="small">{say(TEXTS.stillhere.note)}</p>}
      <p className="small">{say(TEXTS.told)}</p>
      {(person || stillhere) && <p className="small">{say(TEXTS.mind)}</p>}
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
      <LinkForm path={`${path}?${isStopped ? 'undo' : 'from'}=${from}`}>
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
