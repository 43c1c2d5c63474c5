import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { beyondRoom, type Room, type Shortage } from './files.ts';
import type { UploadItem } from './queue.ts';

interface RoomNow {
  /** Counts what was saved since and what is being sent; null when it is not known. */
  room: Room | null;
  /** The pending files that do not fit, by key. */
  noRoom: ReadonlyMap<string, Shortage>;
  /** Takes over the server's newest figures. */
  learn(room: Room): void;
  /** Asks the server; without an answer nothing changes. */
  askAgain(signal?: AbortSignal): Promise<void>;
}

/**
 * The room in the vault while files come and go. When a file does not fit, it asks the server again as soon as the person
 * comes back to the page: they may have removed something elsewhere.
 * @param first from the page; null when it could not be read, and then only the server refuses
 */
export function useRoom(first: Room | null, items: readonly UploadItem[], isSending: boolean): RoomNow {
  const [known, setKnown] = useState({ room: first, counted: new Set<string>() });
  const newest = useRef(items);
  useEffect(() => {
    newest.current = items;
  });
  const learn = useCallback((room: Room) => {
    const kept = newest.current.filter(({ state }) => state.kind === 'kept');
    setKnown({ room, counted: new Set(kept.map(({ key }) => key)) });
  }, []);
  const room = useMemo(() => roomNow(known, items), [known, items]);
  const noRoom = room ? beyondRoom(items.filter(isPending).map(sizeOf), room) : new Map<string, Shortage>();
  const askAgain = useCallback(
    async (signal?: AbortSignal) => {
      const now = await askForRoom(signal);
      if (now && !signal?.aborted) learn(now);
    },
    [learn],
  );
  useReturns(noRoom.size > 0 && !isSending, askAgain);
  return { room, noRoom, learn, askAgain };
}

/** @returns whether the file can still be sent */
export function isPending({ state }: UploadItem): boolean {
  return state.kind === 'picked' || state.kind === 'cancelled' || state.kind === 'refused';
}

function roomNow(known: { room: Room | null; counted: Set<string> }, items: readonly UploadItem[]): Room | null {
  if (!known.room) return null;
  const since = items.filter((item) => !isPending(item) && !known.counted.has(item.key));
  const { limit, used } = known.room;
  return { limit, used: used + since.reduce((sum, { file }) => sum + file.size, 0) };
}

function sizeOf({ key, file }: UploadItem): { key: string; size: number } {
  return { key, size: file.size };
}

/** Asks at each return to the page while a file does not fit. */
function useReturns(isShort: boolean, ask: RoomNow['askAgain']): void {
  useEffect(() => {
    if (!isShort) return;
    const stop = new AbortController();
    const look = () => {
      if (document.visibilityState === 'visible') void ask(stop.signal);
    };
    addEventListener('focus', look, stop);
    document.addEventListener('visibilitychange', look, stop);
    return () => stop.abort();
  }, [isShort, ask]);
}

async function askForRoom(signal: AbortSignal | undefined): Promise<Room | null> {
  try {
    const answer = await fetch('/create/upload', { headers: { accept: 'application/json' }, signal: signal ?? null });
    return answer.ok && !answer.redirected ? ((await answer.json()) as Room) : null;
  } catch {
    return null;
  }
}
