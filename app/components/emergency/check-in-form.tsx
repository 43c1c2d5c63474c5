import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate, useRevalidator } from 'react-router';
import { PageToast } from '#app/components/toasts.tsx';
import { CHECK_IN } from '#app/emergency/forms.ts';
import type { Toast } from '#app/http/toast.ts';
import { DAY, SECOND } from '#domain/time/durations.ts';
import { checkInTexts } from '#messages/en/check-in.ts';
import { say } from '#messages/say.ts';

/** The browser's `online` event does not come for every line that is back. */
const RETRY_EVERY = 30 * SECOND;
/** After that a press says nothing of the present: another person may have opened this page. */
const RETRY_FOR = DAY;
const TIMEOUT = 20 * SECOND;

interface CheckInFormProps {
  className: string;
  /** @param state `retrying` is the sentence to show until a check-in that failed is recorded; null otherwise */
  children: (state: { isBusy: boolean; retrying: string | null }) => ReactNode;
}

/**
 * The check-in button's form. Without scripts it is an ordinary form. With them the page stays when we cannot be reached,
 * and the check-in is tried again by itself.
 */
export function CheckInForm({ className, children }: CheckInFormProps) {
  const { submit, toast, ...state } = useCheckIn();
  return (
    <form className={className} method="post" action={CHECK_IN} onSubmit={submit}>
      {children(state)}
      <PageToast toast={toast} />
    </form>
  );
}

function useCheckIn() {
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const { isBusy, post } = usePost();
  const [failedAt, setFailedAt] = useState<number | null>(null);
  const [toast, setToast] = useState<Toast | null>(null);

  /** @param pressed the form whose button was pressed; null for a retry */
  const attempt = async (pressed: HTMLFormElement | null) => {
    switch (await post()) {
      case 'recorded':
        setFailedAt(null);
        setToast(toastOf('success', say(checkInTexts.recorded)));
        return revalidate();
      case 'refused':
        setFailedAt(null);
        setToast(toastOf('error', say(checkInTexts.notRecorded)));
        // That page says why.
        return navigate('/emergency');
      case 'signed-out':
        // As without scripts: the answer is a page that says what to do. Signing in in another tab lets a retry succeed.
        return pressed?.submit();
      case 'failed':
        if (!pressed) return;
        setFailedAt(Date.now());
        setToast(toastOf('error', say(checkInTexts.notRecorded)));
    }
  };
  useRetry(failedAt !== null, () => {
    if (failedAt !== null && Date.now() - failedAt > RETRY_FOR) setFailedAt(null);
    else attempt(null);
  });

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    attempt(event.currentTarget);
  };
  return { isBusy, retrying: failedAt === null ? null : say(checkInTexts.retrying), toast, submit };
}

/** Posts one check-in at a time: while one is under way, another gives null. */
function usePost() {
  const isUnderWay = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const post = async (): Promise<Outcome | null> => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setBusy(true);
    const outcome = await postCheckIn();
    isUnderWay.current = false;
    setBusy(false);
    return outcome;
  };
  return { isBusy, post };
}

/** Calls back when the connection may be there again, for as long as something waits for it. */
function useRetry(isWaiting: boolean, retry: () => void): void {
  const onRetry = useEffectEvent(retry);
  useEffect(() => {
    if (!isWaiting) return;
    const again = () => onRetry();
    const timer = setInterval(again, RETRY_EVERY);
    addEventListener('online', again);
    return () => {
      clearInterval(timer);
      removeEventListener('online', again);
    };
  }, [isWaiting]);
}

/** Refused: there is no check-in after a release. Failed: it is worth trying again. */
type Outcome = 'recorded' | 'refused' | 'signed-out' | 'failed';

async function postCheckIn(): Promise<Outcome> {
  try {
    const { status } = await fetch(CHECK_IN, {
      method: 'POST',
      headers: { accept: 'application/json' },
      // A hotel's sign-in page would answer a redirect with 200.
      redirect: 'error',
      // Also when the page is left at once.
      keepalive: true,
      // Not in Safari 15.
      signal: AbortSignal.timeout?.(TIMEOUT) ?? null,
    });
    if (status === 204) return 'recorded';
    if (status === 409) return 'refused';
    return status === 401 ? 'signed-out' : 'failed';
  } catch {
    return 'failed';
  }
}

function toastOf(kind: Toast['kind'], text: string): Toast {
  return { id: `check-in-${Date.now()}`, kind, text };
}
