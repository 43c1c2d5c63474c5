import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Toast } from '#app/http/toast.ts';
import type { Uploads } from './upload-queue.ts';

/** What was said last, and where to go on. */
interface End {
  toast: Toast;
  to: string | null;
}

/** Says how it went, and goes on when everything is kept: with one file to its schedule, with several to the shelf. */
export function useEnd() {
  const [end, setEnd] = useState<End | null>(null);
  const navigate = useNavigate();
  // After the toast was shown, which is done by an effect of what stands within the page.
  useEffect(() => {
    if (end?.to) navigate(end.to);
  }, [end, navigate]);
  const say = (kind: Toast['kind'], text: string, to: string | null = null) =>
    setEnd({ toast: { id: `create ${performance.now()}`, kind, text }, to });
  return {
    toast: end?.toast ?? null,
    say,
    finish(items: Uploads['items']): void {
      const ids = items.flatMap(({ state }) => (state.kind === 'kept' ? [state.id] : []));
      if (ids.length === items.length) {
        const to = ids.length === 1 ? `/schedule?content=${ids[0]}` : '/dashboard';
        say('success', 'Content created successfully!', to);
        return;
      }
      if (items.some(({ state }) => state.kind === 'refused')) say('error', 'Error creating content');
    },
  };
}
