import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Toast } from '#app/http/toast.ts';
import type { Uploads } from './upload-queue.ts';

/** What was said last, and where to go on. */
interface End {
  toast: Toast;
  to: string | null;
}

/** What a toast says. */
type Words = Pick<Toast, 'kind' | 'text'>;

/**
 * How it went, in one line; why a file was not kept is said in the same words where it stands.
 * @returns null when there is nothing to say that somebody did not do: what was cancelled says so itself
 */
export function wordsForEnd(items: Uploads['items']): Words | null {
  const kept = items.filter(({ state }) => state.kind === 'kept').length;
  const refusals = items.flatMap(({ state }) => (state.kind === 'refused' ? [state.message] : []));
  if (items.length > 0 && kept === items.length) return { kind: 'success', text: 'Content created successfully!' };
  const [only] = refusals;
  const counted = `${kept} of ${items.length} ${kept === 1 ? 'is' : 'are'} kept.`;
  if (only) return { kind: 'error', text: `Error creating content: ${items.length === 1 ? only : counted}` };
  return kept > 0 ? { kind: 'info', text: counted } : null;
}

/** Says how it went, and goes on when everything is kept: with one file to its schedule, with several to the shelf. */
export function useEnd() {
  const [end, setEnd] = useState<End | null>(null);
  const navigate = useNavigate();
  // After the toast was shown, which is done by an effect of what stands within the page.
  useEffect(() => {
    if (end?.to) navigate(end.to);
  }, [end, navigate]);
  const say = ({ kind, text }: Words, to: string | null = null) =>
    setEnd({ toast: { id: `create ${performance.now()}`, kind, text }, to });
  return {
    toast: end?.toast ?? null,
    say,
    /** @param canGo whether nothing is left on the page that leaving it would lose */
    finish(items: Uploads['items'], canGo: boolean): void {
      const words = wordsForEnd(items);
      if (!words) return;
      const [first, ...others] = items.flatMap(({ state }) => (state.kind === 'kept' ? [state.id] : []));
      const next = others.length > 0 ? '/dashboard' : `/schedule?content=${first}`;
      say(words, canGo && words.kind === 'success' ? next : null);
    },
  };
}
