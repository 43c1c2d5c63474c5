import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { Toast } from '#app/http/toast.ts';
import { SECOND } from '#domain/time/durations.ts';
import { Glyph } from './glyphs.tsx';

/** spec.md section 9. */
const VISIBLE_MAX = 3;
const SHOWN_FOR = 4 * SECOND;

type Change = { add: Toast } | { dismiss: string };

const ShowToast = createContext<(toast: Toast) => void>(() => {});

/**
 * Keeps the toasts of the whole application.
 * @param toast what the last page left to be said; it is part of the page that the server sends, so that it is seen
 *   without JavaScript too
 */
export function Toasts({ toast, children }: { toast: Toast | null; children: ReactNode }) {
  const [shown, change] = useReducer(next, toast, (first) => (first ? [first] : []));
  const [isHeld, setHeld] = useState(false);
  // At once: a toast that is pointed at must not go before React has found the time.
  const point = (isAt: boolean) => flushSync(() => setHeld(isAt));
  const show = useCallback((added: Toast) => change({ add: added }), []);
  useEffect(() => {
    if (toast) show(toast);
  }, [toast, show]);
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown.length > 0 && place.current) raise(place.current);
  }, [shown]);
  return (
    <ShowToast value={show}>
      <section
        ref={place}
        className="toasts"
        aria-label="Notices"
        aria-live="polite"
        onMouseEnter={() => point(true)}
        onMouseLeave={() => point(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {shown.map((one) => (
          <ToastCard key={one.id} toast={one} isHeld={isHeld} change={change} />
        ))}
      </section>
      {children}
    </ShowToast>
  );
}

interface PageToastProps {
  toast: Toast | null | undefined;
  /** What the page says at its form: without scripts the same is not said twice. */
  onPage?: readonly string[] | null | undefined;
}

/** What a page itself has to say: as a toast, and without scripts as a line where it stands. */
export function PageToast({ toast, onPage }: PageToastProps) {
  const show = useContext(ShowToast);
  useEffect(() => {
    if (toast) show(toast);
  }, [toast, show]);
  return toast && !onPage?.includes(toast.text) ? (
    <noscript>
      <div className="toasts" role="status">
        <p className={LOOKS[toast.kind]}>
          <Glyph name={toast.kind} />
          <span>{toast.text}</span>
        </p>
      </div>
    </noscript>
  ) : null;
}

/** Above a dialog that is open: what happened in it is seen at once. */
function raise(place: HTMLElement): void {
  // Elsewhere it stays as it is: a screen reader hears out only what is not taken away and put back meanwhile.
  if (!('popover' in place) || !document.querySelector('dialog[open]')) return;
  // Only now: without scripts a popover would never be seen.
  place.popover = 'manual';
  place.hidePopover();
  place.showPopover();
}

function next(shown: readonly Toast[], change: Change): Toast[] {
  if ('dismiss' in change) return shown.filter(({ id }) => id !== change.dismiss);
  if (shown.some(({ id }) => id === change.add.id)) return [...shown];
  return [...shown, change.add].slice(-VISIBLE_MAX);
}

const LOOKS = { success: 'toast toast-ok', error: 'toast toast-bad', info: 'toast toast-info' } as const;

function ToastCard({ toast, isHeld, change }: { toast: Toast; isHeld: boolean; change: (change: Change) => void }) {
  const { id } = toast;
  // The clock starts when the toast is seen, and anew after a pause: somebody who held a toast was reading it.
  useLayoutEffect(() => {
    if (isHeld) return;
    const clock = setTimeout(() => change({ dismiss: id }), SHOWN_FOR);
    return () => clearTimeout(clock);
  }, [isHeld, id, change]);
  return (
    <div className={LOOKS[toast.kind]}>
      <Glyph name={toast.kind} />
      <span id={id}>{toast.text}</span>
      {/* Which one it is stands in the description: whoever looks for the words finds them once. */}
      <button
        className="x"
        type="button"
        aria-label="Dismiss"
        aria-describedby={id}
        onClick={() => change({ dismiss: id })}
      >
        <Glyph name="close" />
      </button>
    </div>
  );
}
