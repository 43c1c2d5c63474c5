import { useEffect, useId, useRef } from 'react';
import { useBlocker } from 'react-router';
import type { Message } from '#messages/catalogue.ts';
import { say } from '#messages/say.ts';

interface LeaveQuestionProps {
  texts: Readonly<Record<'heading' | 'text' | 'stay' | 'leave', Message>>;
}

/**
 * While it is on the page, it asks before something is lost: by our dialog inside the app, by the browser's on leaving it.
 * The router knows one at a time.
 */
export function LeaveQuestion({ texts }: LeaveQuestionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const blocker = useBlocker(true);
  const headingId = useId();
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, []);
  useEffect(() => {
    if (blocker.state === 'blocked') dialog.current?.showModal();
    else dialog.current?.close();
  }, [blocker.state]);
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={headingId} onClose={() => blocker.reset?.()}>
      <div className="inner stack-s">
        <h2 id={headingId}>{say(texts.heading)}</h2>
        <p>{say(texts.text)}</p>
      </div>
      <div className="acts">
        <button className="btn btn-primary" type="button" onClick={() => dialog.current?.close()}>
          {say(texts.stay)}
        </button>
        <button className="btn btn-quiet" type="button" onClick={() => blocker.proceed?.()}>
          {say(texts.leave)}
        </button>
      </div>
    </dialog>
  );
}
