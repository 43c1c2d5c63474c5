import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { letterDraft } from '#messages/en/letter-draft.ts';
import { say } from '#messages/say.ts';
import type { DraftKey } from '#services/crypto/person-key.ts';
import type { DraftNews, DraftWatcher } from './draft-watch.ts';

/** When the module that stores drafts cannot be loaded: no connection, or a newer version is deployed. */
const NOT_LOADED: DraftNews = { found: null, isAside: false, isBehind: false, kept: null, isLost: true };

interface LetterDraftProps {
  form: RefObject<HTMLFormElement | null>;
  /** The place and the key of drafts; null when they could not be read. */
  draft: DraftKey | null;
  /** The letter's id, or "new". */
  letter: string;
  /** The server returned the form with its values. */
  wasSent: boolean;
  /** It was sealed and saved: no open copy remains in the browser. */
  isSealed?: boolean;
}

/**
 * Stores what is written in the browser until it is saved, so that a lost session or connection loses nothing. The code is
 * loaded when there is a draft, or at the first input.
 */
export function LetterDraft(props: LetterDraftProps) {
  const { news, watch } = useDraft(props);
  if (!news) return <span role="status" />;
  const { found, isAside, isBehind, kept, isLost } = news;
  return (
    <>
      <span role="status">
        {kept && `${say(letterDraft.kept)} `}
        {isLost && `${say(letterDraft.lost)} `}
        {found && `${say(isAside ? letterDraft.aside : letterDraft.restored, { moment: found })} `}
        {found && isBehind && `${say(letterDraft.behind)} `}
      </span>
      {kept && `${say(letterDraft.keptAt, { clock: kept })} `}
      {found && (
        <button className="text-act" type="button" onClick={() => watch.current?.swap()}>
          {say(isAside ? letterDraft.bringBack : letterDraft.putAside)}
        </button>
      )}
    </>
  );
}

function useDraft({ form, draft, letter, wasSent, isSealed = false }: LetterDraftProps) {
  const [news, onNews] = useState<DraftNews | null>(null);
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
            watch.current = new DraftWatcher({ form: element, letter: drafts, draftKey, wasSent, onNews, signal });
        },
        () => onNews(NOT_LOADED),
      );
    if (areStored(drafts)) begin();
    else element.addEventListener('input', begin, { once: true, signal });
    return () => stop.abort();
    // Not `wasSent`: a form that is returned later must not restart it.
  }, [form, slot, draftKey, letter]);
  useEffect(() => {
    if (isSaved || isSealed) watch.current?.delete();
  }, [isSaved, isSealed]);
  return { news, watch };
}

/** After a submit the app leaves the page only when the letter was saved. */
function useIsSaved(): boolean {
  const { state, formAction, location } = useNavigation();
  const here = useLocation().pathname;
  return state === 'loading' && formAction?.split('?')[0] === here && location.pathname !== here;
}

function areStored(drafts: string): boolean {
  try {
    return Object.keys(localStorage).some((name) => name.startsWith(drafts));
  } catch {
    return false;
  }
}
