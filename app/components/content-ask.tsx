import { type ReactNode, useId, useRef } from 'react';
import { Link } from 'react-router';

interface AskProps {
  /** The page that asks the same without scripts. */
  to: string;
  className: string;
  label: string;
  children: (question: { headingId: string; close: () => void }) => ReactNode;
}

/** The way to a question: a link, and with scripts a dialog over the page. */
export function Ask({ to, className, label, children }: AskProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const headingId = useId();
  return (
    <>
      <Link
        className={className}
        to={to}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          dialog.current?.showModal();
        }}
      >
        {label}
      </Link>
      <dialog className="dialog" ref={dialog} aria-labelledby={headingId}>
        {children({ headingId, close: () => dialog.current?.close() })}
      </dialog>
    </>
  );
}
