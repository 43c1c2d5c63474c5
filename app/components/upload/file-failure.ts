import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { PROBLEM_CODE } from '#app/http/errors.ts';

/** Why a file is not shown or downloaded. `unplayable`: this browser does not support it. */
export type Failure = 'damaged' | 'away' | 'gone' | 'unplayable';

/** Asks the server why a file did not load: the element's error event does not say. */
async function failureOf(address: string): Promise<Failure | null> {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.ok) return null;
  const code = answer?.headers.get(PROBLEM_CODE);
  if (code === 'damaged') return code;
  return code === 'not-found' ? 'gone' : 'away';
}

export interface FileShown {
  /** Null before a failure. */
  failure: Failure | null;
  /** The React key of the element: a new try makes a new element. */
  tries: number;
  /** @param isCutOff the connection was lost, so the format is not at fault */
  fail(isCutOff: boolean): void;
  tryAgain(): void;
  /** Checks the file before the browser downloads it: a failed download would show nothing. */
  download(event: MouseEvent<HTMLAnchorElement>): void;
}

/** @param address of the file */
export function useFileShown(address: string): FileShown {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  const latest = useRef(tries);
  const fail = useCallback(
    async (isCutOff: boolean) => {
      const asked = latest.current;
      const found = (await failureOf(address)) ?? (isCutOff ? 'away' : 'unplayable');
      // Ignore the outcome of an earlier try.
      if (asked === latest.current) setFailure(found);
    },
    [address],
  );
  return {
    failure,
    tries,
    fail,
    tryAgain() {
      setFailure(null);
      latest.current += 1;
      setTries(latest.current);
    },
    download(event) {
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      const { href } = event.currentTarget;
      void failureOf(address).then((found) => {
        if (found === null) window.location.assign(href);
        else setFailure(found);
      });
    },
  };
}

/** @returns props for a video or audio element, which may have failed before hydration */
export function useMedia<Element extends HTMLMediaElement>({ fail }: FileShown) {
  const ref = useRef<Element>(null);
  const failed = useCallback(() => {
    if (ref.current?.error) fail(ref.current.error.code === MediaError.MEDIA_ERR_NETWORK);
  }, [fail]);
  useEffect(failed, [failed]);
  return { ref, onError: failed };
}

/** @returns props for an image */
export function usePicture({ fail }: FileShown) {
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (ref.current?.complete && ref.current.naturalWidth === 0) fail(false);
  }, [fail]);
  return { ref, onError: () => fail(false) };
}
