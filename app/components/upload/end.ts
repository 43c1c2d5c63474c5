import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Toast } from '#app/http/toast.ts';
import type { Uploads } from './queue.ts';

/** What was said last, and where to go on. */
interface End {
  toast: Toast;
  to: string | null;
}

/** What a toast says. */
type Words = Pick<Toast, 'kind' | 'text'>;

/**
 * How it went, in one line; why a file was not kept is said in the same words where it stands.
 * @param tried the keys of those that were to be kept this time
 * @returns null when there is nothing to say that somebody did not do: what was cancelled says so itself
 */
export function wordsForEnd(items: Uploads['items'], tried: ReadonlySet<string>): Words | null {
  const kept = items.filter(({ state }) => state.kind === 'kept').length;
  const refusals = items.flatMap(({ key, state }) =>
    state.kind === 'refused' && tried.has(key) ? [state.message] : [],
  );
  if (items.length > 0 && kept === items.length) return { kind: 'success', text: 'Content created successfully!' };
  const [only] = refusals;
  const counted = `${kept} of ${items.length} ${kept === 1 ? 'is' : 'are'} kept.`;
  if (only) return { kind: 'error', text: `Error creating content: ${tried.size === 1 ? only : counted}` };
  return kept > 0 ? { kind: 'info', text: counted } : null;
}

/** Where somebody goes on when everything is kept: with one thing to its schedule, with several to the shelf. */
export function wayOn([first, ...others]: readonly string[]): string {
  return others.length > 0 ? '/dashboard' : `/schedule?content=${first}`;
}

/** Says how it went, and goes on when everything is kept. */
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
    finish(items: Uploads['items'], tried: ReadonlySet<string>, canGo: boolean): void {
      const words = wordsForEnd(items, tried);
      if (!words) return;
      const ids = items.flatMap(({ state }) => (state.kind === 'kept' ? [state.id] : []));
      say(words, canGo && words.kind === 'success' ? wayOn(ids) : null);
    },
  };
}
