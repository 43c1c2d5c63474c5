import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { PROBLEM_CODE } from '#app/http/errors.ts';

/** Why a file is not seen, heard or downloaded. `unplayable`: it is whole, and this browser does not know what to do with it. */
export type Failure = 'damaged' | 'away' | 'gone' | 'unplayable';

/** Asks the server about a file that did not come: an element that failed does not know why. */
async function failureOf(address: string): Promise<Failure | null> {
  const answer = await fetch(address, { method: 'HEAD', cache: 'no-store' }).catch(() => null);
  if (answer?.ok) return null;
  const code = answer?.headers.get(PROBLEM_CODE);
  if (code === 'damaged') return code;
  return code === 'not-found' ? 'gone' : 'away';
}

/** What became of showing one file. */
export interface FileShown {
  /** Null while nothing has failed. */
  failure: Failure | null;
  /** Which try this is: the key of the element, which then begins anew. */
  tries: number;
  /** @param isCutOff it had begun to come: then it is no matter of what this browser knows */
  fail(isCutOff: boolean): void;
  tryAgain(): void;
  /** Leaves a download to the browser once it is known to come; a failed one says nothing there. */
  download(event: MouseEvent<HTMLAnchorElement>): void;
}

/** @param address where the file is served */
export function useFileShown(address: string): FileShown {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tries, setTries] = useState(0);
  const latest = useRef(tries);
  const fail = useCallback(
    async (isCutOff: boolean) => {
      const asked = latest.current;
      const found = (await failureOf(address)) ?? (isCutOff ? 'away' : 'unplayable');
      // What became of an earlier try is not said of this one.
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

/** @returns what goes on the element of a film or a recording; it may have failed before the scripts ran */
export function useMedia<Element extends HTMLMediaElement>({ fail }: FileShown) {
  const ref = useRef<Element>(null);
  const failed = useCallback(() => {
    if (ref.current?.error) fail(ref.current.error.code === MediaError.MEDIA_ERR_NETWORK);
  }, [fail]);
  useEffect(failed, [failed]);
  return { ref, onError: failed };
}

/** @returns what goes on an image */
export function usePicture({ fail }: FileShown) {
  const ref = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (ref.current?.complete && ref.current.naturalWidth === 0) fail(false);
  }, [fail]);
  return { ref, onError: () => fail(false) };
}
