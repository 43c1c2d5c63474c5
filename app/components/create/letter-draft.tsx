import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import type { DraftKey } from '#services/accounts/person-key.ts';
import type { DraftNews, DraftWatcher } from './draft-watch.ts';

/** What keeps drafts could not be fetched: the line is gone, or the page is older than what is there by now. */
const LOST: DraftNews = { found: null, isAside: false, isBehind: false, kept: null, isLost: true };

interface LetterDraftProps {
  form: RefObject<HTMLFormElement | null>;
  /** Where drafts are in this browser, and what opens them; null when that cannot be known. */
  draft: DraftKey | null;
  /** Which letter it is of: its id, or that it is a new one. */
  letter: string;
  /** The form came back with what was sent. */
  wasSent: boolean;
}

/**
 * What is written is kept in this browser until it is saved, also when the session or the line is lost meanwhile. What
 * does it is fetched once there is a draft, or something to keep.
 */
export function LetterDraft({ form, draft, letter, wasSent }: LetterDraftProps) {
  const { news, watch } = useDraft({ form, draft, letter, wasSent });
  if (!news) return <span role="status" />;
  const { found, isAside, isBehind, kept, isLost } = news;
  return (
    <>
      <span role="status">
        {kept && 'Draft kept in this browser. '}
        {isLost && 'Your browser keeps no draft of this: please save before you leave. '}
        {found &&
          (isAside ? `The draft of ${found} is put aside. ` : `This is your draft of ${found}, not saved yet. `)}
        {found && isBehind && 'The letter was changed since. '}
      </span>
      {kept && `Last at ${kept}. `}
      {found && (
        <button className="text-act" type="button" onClick={() => watch.current?.swap()}>
          {isAside ? 'Bring the draft back' : 'Put the draft aside'}
        </button>
      )}
    </>
  );
}

function useDraft({ form, draft, letter, wasSent }: LetterDraftProps) {
  const [news, tell] = useState<DraftNews | null>(null);
  const watch = useRef<DraftWatcher | null>(null);
  const isSaved = useIsSaved();
  const { slot, key: draftKey } = draft ?? {};
  useEffect(() => {
    const element = form.current;
    if (!element || !slot || !draftKey || !globalThis.crypto?.subtle) return;
    const stop = new AbortController();
    const { signal } = stop;
    const drafts = `draft:${slot}:${letter}`;
    const begin = () =>
      void import('./draft-watch.ts').then(
        ({ DraftWatcher }) => {
          if (!signal.aborted)
            watch.current = new DraftWatcher({ form: element, letter: drafts, draftKey, wasSent, tell, signal });
        },
        () => tell(LOST),
      );
    if (areKept(drafts)) begin();
    else element.addEventListener('input', begin, { once: true, signal });
    return () => stop.abort();
    // Not by `wasSent`: what comes back later is no reason to begin anew.
  }, [form, slot, draftKey, letter]);
  useEffect(() => {
    if (isSaved) watch.current?.forget();
  }, [isSaved]);
  return { news, watch };
}

/** A form that was sent leads on to another page only when it was saved. */
function useIsSaved(): boolean {
  const { state, formAction, location } = useNavigation();
  const here = useLocation().pathname;
  return state === 'loading' && formAction?.split('?')[0] === here && location.pathname !== here;
}

function areKept(drafts: string): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(drafts));
  } catch {
    return false;
  }
}
