import { type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { Glyph } from './glyphs.tsx';

interface ModalProps {
  /** The id of the heading within. */
  labelledBy: string;
  /** The page it lies over. */
  closeTo: string;
  /** What stands at the top, beside the way out. */
  bar?: ReactNode;
  children: ReactNode;
}

/**
 * A page that lies over the one it was opened from: it has an address of its own, keeps the focus within, and goes with
 * Escape, Close, a click beside it, or the browser's Back. Only with scripts; without them the address is a page.
 */
export function Modal({ labelledBy, closeTo, bar, children }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const { mask } = useLocation();
  const isUnderWay = useNavigation().state !== 'idle';
  useEffect(giveFocusBack, []);
  useEffect(() => {
    // Also after somebody left and came back before they had arrived: it is closed then, and was never gone.
    if (!isUnderWay && !dialog.current?.open) dialog.current?.showModal();
  }, [isUnderWay]);
  /** Back to where it was opened; a page that was reached otherwise takes its place. */
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
        // React tells also of a question within that closes.
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
      <span className="vh">Close</span>
      <Glyph name="close" />
    </Link>
  );
}

/** An effect: the browser gives the focus back only where a dialog is closed, and this one is gone by then. */
function giveFocusBack() {
  const opener = document.activeElement;
  return () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}
