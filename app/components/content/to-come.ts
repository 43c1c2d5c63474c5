import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { CONTENT_KINDS } from '#domain/content/content.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { ContentView } from '#services/contents/content-view.ts';

/** How long a picture is waited for; most are made within seconds. */
const WAITED_FOR = 2 * MINUTE;
const AGAIN_AFTER = 3 * SECOND;

/**
 * Pictures are made in the background: a list that shows something just kept looks again until its picture is there.
 * @param contents as the list shows them
 * @param now the moment at which they were read, an instant
 */
export function usePicturesToCome(contents: readonly ContentView[], now: string): void {
  const { revalidate } = useRevalidator();
  const isWaiting = contents.some(
    ({ type, file_id, preview, created_at }) =>
      file_id !== null &&
      CONTENT_KINDS[type].thumbnail !== null &&
      preview === null &&
      Date.parse(now) - Date.parse(created_at) < WAITED_FOR,
  );
  // Each reading that does not bring it sets the clock anew.
  useEffect(() => {
    if (!isWaiting) return;
    const clock = setTimeout(revalidate, AGAIN_AFTER);
    return () => clearTimeout(clock);
  }, [isWaiting, now, revalidate]);
}
