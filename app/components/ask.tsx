import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface Question {
  headingId: string;
  /** The safe way out, under this label: it closes the question, and has the focus when the question opens. */
  keep: (label: string) => ReactNode;
}

interface AskProps {
  /** The page that asks the same without scripts: a path without a query, which the button would drop. */
  to: `/${string}`;
  className: string;
  label: string;
  /** What it is about, where several of these stand on a page: said to whoever does not see beside what it stands. */
  what?: string;
  children: (question: Question) => ReactNode;
}

/**
 * The way to a question: a button that leads to its page, and with scripts opens a dialog over this one. Whoever presses
 * Enter once too often, or Escape, has changed nothing, and is back where they were.
 */
export function Ask({ to, className, label, what, children }: AskProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const headingId = useId();
  // Its words are on the page only while it is asked.
  const [isAsked, setAsked] = useState(false);
  const open = () => {
    // A click does not bring the focus here in every browser, and this is where it comes back to.
    button.current?.focus();
    dialog.current?.showModal();
    safe.current?.focus();
  };
  useEffect(() => {
    if (isAsked) open();
  }, [isAsked]);
  const keep = (words: string) => (
    <button className="btn btn-quiet" type="button" ref={safe} onClick={() => dialog.current?.close()}>
      {words}
    </button>
  );
  const ask = (event: FormEvent) => {
    event.preventDefault();
    // Asked again between the closing and the event that tells of it.
    if (isAsked) open();
    else setAsked(true);
  };
  return (
    <>
      <form className="ask" action={to} onSubmit={ask}>
        <button className={className} type="submit" ref={button} aria-label={what && `${label} ${what}`}>
          {label}
        </button>
      </form>
      {isAsked && (
        <dialog
          className="dialog"
          ref={dialog}
          aria-labelledby={headingId}
          onClose={() => dialog.current?.open || setAsked(false)}
        >
          {children({ headingId, keep })}
        </dialog>
      )}
    </>
  );
}
