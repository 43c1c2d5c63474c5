import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { Glyph } from './glyphs.tsx';

interface ModalProps {
  /** The id of the heading within. */
  labelledBy: string;
  /** The page below it. */
  closeTo: string;
  /** At the top, beside the link that closes it. */
  bar?: ReactNode;
  children: ReactNode;
}

/**
 * A page as a dialog over the one that it was opened from, with an address of its own. It keeps the focus within. Escape,
 * Close, a click beside it and the browser's Back close it. Without scripts the address is a page.
 */
export function Modal({ labelledBy, closeTo, bar, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { mask } = useLocation();
  const isUnderWay = useNavigation().state !== 'idle';
  useEffect(giveFocusBack, []);
  useEffect(() => {
    // Also after a navigation away that was undone before it ended: the dialog is closed then, but still mounted.
    if (!isUnderWay && !dialog.current?.open) dialog.current?.showModal();
  }, [isUnderWay]);
  /** Goes back to where it was opened; where it was opened by its address, replaces it. */
  function leave() {
    if (mask) navigate(-1);
    else navigate(closeTo, { replace: true, preventScrollReset: true });
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it, and so does the link
    <dialog
      className="dialog dialog-page"
      ref={dialog}
      aria-labelledby={labelledBy}
      onClose={(event) => {
        // React also reports a question within that closes.
        if (event.target === dialog.current) leave();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div className="bar">
        {bar}
        <CloseLink to={closeTo} close={() => dialog.current?.close()} />
      </div>
      {children}
    </dialog>
  );
}

function CloseLink({ to, close }: { to: string; close: () => void }) {
  return (
    <Link
      className="x"
      to={to}
      onClick={(event) => {
        event.preventDefault();
        close();
      }}
    >
      <span className="vh">{say(frame.close)}</span>
      <Glyph name="close" />
    </Link>
  );
}

/** An effect: the browser gives the focus back only when a dialog is closed, and React has removed this one by then. */
function giveFocusBack() {
  const opener = document.activeElement;
  return () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}
