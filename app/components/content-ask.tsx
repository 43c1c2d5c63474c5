import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';

interface Question {
  headingId: string;
  /** The safe way out, under this label: it closes the question, and has the focus when the question opens. */
  keep: (label: string) => ReactNode;
}

interface AskProps {
  /** The page that asks the same without scripts. */
  to: string;
  className: string;
  label: ReactNode;
  children: (question: Question) => ReactNode;
}

/**
 * The way to a question: a link, and with scripts a dialog over the page. Whoever presses Enter once too often, or
 * Escape, has changed nothing, and is back where they were.
 */
export function Ask({ to, className, label, children }: AskProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const safe = useRef<HTMLButtonElement>(null);
  const headingId = useId();
  const keep = (words: string) => (
    <button className="btn btn-quiet" type="button" ref={safe} onClick={() => dialog.current?.close()}>
      {words}
    </button>
  );
  return (
    <>
      <Link
        className={className}
        to={to}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          // A click does not bring the focus here in every browser, and this is where it comes back to.
          event.currentTarget.focus();
          dialog.current?.showModal();
          safe.current?.focus();
        }}
      >
        {label}
      </Link>
      <dialog className="dialog" ref={dialog} aria-labelledby={headingId}>
        {children({ headingId, keep })}
      </dialog>
    </>
  );
}
