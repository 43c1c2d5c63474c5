import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface Question {
  headingId: string;
  /** @returns the button that closes the question. It has the focus when the question opens. */
  cancel: (label: string) => ReactNode;
}

interface QuestionButtonProps {
  /** The page with the same question, for browsers without scripts. A path without a query: the button would drop it. */
  to: `/${string}`;
  className: string;
  label: string;
  /** The subject, for screen readers, where a page has several of these buttons. */
  what?: string;
  children: (question: Question) => ReactNode;
}

/**
 * A button that asks first: it opens the question in a dialog, without scripts on a page of its own. Escape, or Enter pressed
 * twice, changes nothing and closes the dialog.
 */
export function QuestionButton({ to, className, label, what, children }: QuestionButtonProps) {
  const { dialog, button, safe, isAsked, ask, closed } = useQuestion();
  const headingId = useId();
  const cancel = (words: string) => (
    <button className="btn btn-quiet" type="button" ref={safe} onClick={() => dialog.current?.close()}>
      {words}
    </button>
  );
  return (
    <>
      <form className="ask" action={to} onSubmit={ask}>
        <button className={className} type="submit" ref={button} aria-label={what && `${label} ${what}`}>
          {label}
        </button>
      </form>
      {isAsked && (
        <dialog className="dialog" ref={dialog} aria-labelledby={headingId} onClose={closed}>
          {children({ headingId, cancel })}
        </dialog>
      )}
    </>
  );
}

/** Opens the dialog and moves the focus. */
function useQuestion() {
  const dialog = useRef<HTMLDialogElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  // The dialog is on the page only while it is open.
  const [isAsked, setAsked] = useState(false);
  const open = () => {
    // Not every browser focuses a clicked button, and the focus returns here later.
    button.current?.focus();
    dialog.current?.showModal();
    safe.current?.focus();
  };
  useEffect(() => {
    if (isAsked) open();
  }, [isAsked]);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    // A click between the closing and its event.
    if (isAsked) open();
    else setAsked(true);
  };
  const closed = () => {
    if (!dialog.current?.open) setAsked(false);
  };
  return { dialog, button, safe, isAsked, ask, closed };
}
