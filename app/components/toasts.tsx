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
import { usePageHandle } from '#app/page-scripts.ts';
import { SECOND } from '#domain/time/durations.ts';
import { frame } from '#messages/en/frame.ts';
import { say } from '#messages/say.ts';
import { Glyph } from './glyphs.tsx';

/** spec.md section 9. */
const VISIBLE_MAX = 3;
const SHOWN_FOR = 4 * SECOND;

type Change = { add: Toast } | { dismiss: string };

const ShowToast = createContext<(toast: Toast) => void>(() => {});

/**
 * The toasts of every page.
 * @param toast the one that the last page left. The server's page contains it, so it is seen without JavaScript too;
 *   on pages that do not run the application, styles take it away
 */
export function Toasts({ toast, children }: { toast: Toast | null; children: ReactNode }) {
  const [shown, change] = useReducer(next, toast, (first) => (first ? [first] : []));
  const [isHeld, setHeld] = useState(false);
  // At once: a toast under the pointer must not go before React has the time.
  const point = (isAt: boolean) => flushSync(() => setHeld(isAt));
  const show = useCallback((added: Toast) => change({ add: added }), []);
  useEffect(() => {
    if (toast) show(toast);
  }, [toast, show]);
  const isStatic = usePageHandle().scripts !== 'app';
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (shown.length > 0 && place.current) raise(place.current);
  }, [shown]);
  return (
    <ShowToast value={show}>
      <section
        ref={place}
        className={isStatic ? 'toasts toasts-static' : 'toasts'}
        aria-label={say(frame.notices)}
        aria-live="polite"
        onMouseEnter={() => point(true)}
        onMouseLeave={() => point(false)}
        onFocus={() => setHeld(true)}
        onBlur={() => setHeld(false)}
      >
        {shown.map((one) => (
          <ToastCard key={one.id} toast={one} isHeld={isHeld} change={isStatic ? null : change} />
        ))}
      </section>
      {children}
    </ShowToast>
  );
}

interface PageToastProps {
  toast: Toast | null | undefined;
  /** The sentences at the form: without scripts the page does not say the same twice. */
  onPage?: readonly string[] | null | undefined;
}

/** The toast of a form: without scripts a line in its page. */
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

/** Above an open dialog: a toast about the dialog must be seen. */
function raise(place: HTMLElement): void {
  // Only there: a screen reader stops reading what is taken out of the page and put back.
  if (!('popover' in place) || !document.querySelector('dialog[open]')) return;
  // Only now: without scripts a popover would stay hidden.
  place.popover = 'manual';
  place.hidePopover();
  place.showPopover();
}

/** A toast with the same text, and an earlier refusal, give way to the new one. */
function next(shown: readonly Toast[], change: Change): Toast[] {
  if ('dismiss' in change) return shown.filter(({ id }) => id !== change.dismiss);
  if (shown.some(({ id }) => id === change.add.id)) return [...shown];
  const { add } = change;
  return [...shown.filter(({ text, isRefusal }) => text !== add.text && !isRefusal), add].slice(-VISIBLE_MAX);
}

const LOOKS = { success: 'toast toast-ok', error: 'toast toast-bad', info: 'toast toast-info' } as const;

interface ToastCardProps {
  toast: Toast;
  isHeld: boolean;
  /** Null on a page where styles take it away. */
  change: ((change: Change) => void) | null;
}

function ToastCard({ toast, isHeld, change }: ToastCardProps) {
  const { id } = toast;
  // The clock starts when the toast is seen, and again after a pause: a person who held it was reading.
  useLayoutEffect(() => {
    if (isHeld || !change) return;
    const clock = setTimeout(() => change({ dismiss: id }), SHOWN_FOR);
    return () => clearTimeout(clock);
  }, [isHeld, id, change]);
  return (
    <div className={LOOKS[toast.kind]}>
      <Glyph name={toast.kind} />
      <span id={id}>{toast.text}</span>
      {/* Its description says which toast it dismisses; a name with those words would find them twice. */}
      {change && (
        <button
          className="x"
          type="button"
          aria-label={say(frame.dismiss)}
          aria-describedby={id}
          onClick={() => change({ dismiss: id })}
        >
          <Glyph name="close" />
        </button>
      )}
    </div>
  );
}
