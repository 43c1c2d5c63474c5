import type { Logger } from '#config/log.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import { makeDueThumbnail, type ThumbnailParts } from '#services/thumbnails/make-thumbnail.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Metrics } from './metrics.ts';

/** A long recording holds up nobody's pictures. */
const AT_ONCE = 2;

/** Makes what stands for files in lists, one after the other, each in a process of its own. */
export function startThumbnails(parts: Omit<ThumbnailParts, 'draw'>, log: Logger, metrics: Metrics): Loop[] {
  const stopped = new AbortController();
  const draw = drawApart({ signal: stopped.signal });
  const round = async () => {
    const made = await makeDueThumbnail({ ...parts, draw }).catch((error: unknown) => {
      if (stopped.signal.aborted) return null;
      throw error;
    });
    if (made) metrics.thumbnails.inc({ outcome: made.outcome });
    if (made?.outcome === 'broken-seal') log.error(made, 'ALARM: what is stored is not what was sealed');
    else if (made?.outcome === 'failed' || made?.outcome === 'later') log.warn(made, 'a thumbnail was not made');
    return made !== null;
  };
  return Array.from({ length: AT_ONCE }, (_, index) => {
    const loop = startLoop(`thumbnails ${index + 1}`, log, { due: 'thumbnails' }, round);
    return {
      ...loop,
      stop() {
        // What is under way is drawn again after the start: nobody waits for a film when a worker stops.
        stopped.abort();
        return loop.stop();
      },
    };
  });
}
