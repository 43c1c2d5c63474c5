import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { hasThumbnail } from '#domain/content/content.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { ContentView } from '#services/contents/content-view.ts';

/** Most thumbnails are made within seconds. */
const WAIT_MAX = 2 * MINUTE;
const RELOAD_AFTER = 3 * SECOND;

/**
 * Loads a list again until the thumbnails of new contents are there: the server makes them in the background.
 * @param now the instant at which the list was read
 */
export function usePendingThumbnails(contents: readonly ContentView[], now: string): void {
  const { revalidate } = useRevalidator();
  const isWaiting = contents.some(
    ({ type, file_id, metadata, preview, created_at }) =>
      file_id !== null &&
      hasThumbnail(type, metadata.content_type) &&
      preview === null &&
      Date.parse(now) - Date.parse(created_at) < WAIT_MAX,
  );
  // Each load without the thumbnail starts the clock again.
  useEffect(() => {
    if (!isWaiting) return;
    const clock = setTimeout(revalidate, RELOAD_AFTER);
    return () => clearTimeout(clock);
  }, [isWaiting, now, revalidate]);
}
