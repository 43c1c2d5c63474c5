import { type Ref, useEffect, useImperativeHandle, useMemo } from 'react';
import { Link } from 'react-router';
import { Mark } from '#app/components/glyphs.tsx';
import { KeptLink } from '#app/components/kept-link.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import type { ContentType, FileType } from '#domain/content/content.ts';
import { wayOn } from './end.ts';
import type { Room } from './files.ts';
import { type Given, type KeptFile, keptOf } from './keeping.ts';
import { UploadLeave } from './leave.tsx';
import { UploadList } from './list.tsx';
import { usePicked } from './picked.ts';
import { UploadPreview } from './preview.tsx';
import { UploadProgress } from './progress.tsx';
import type { UploadItem } from './queue.ts';
import { isPending } from './room.ts';

/** What the form asks of it. */
export interface DeskHandle {
  add(files: File[]): void;
  /** Goes to another type, with the one file there is. */
  turn(type: ContentType): void;
  save(): void;
}

/** What the form around it has to know. */
export interface DeskView {
  areSeveral: boolean;
  isFilled: boolean;
  /** The first of what is still to be kept, and how many there are. */
  waiting: { type: FileType; name: string; count: number } | null;
  /** What was kept last, when somebody was brought back to a letter. */
  justKept: readonly KeptFile[];
  /** As it stands now; null when it is not known. */
  room: Room | null;
  isOver: boolean;
  isSending: boolean;
  titleError: string | null;
  fileError: string | null;
}

interface UploadDeskProps extends Given {
  handle: Ref<DeskHandle>;
  onView: (view: DeskView) => void;
}

type Picked = ReturnType<typeof usePicked>;

/**
 * What was picked, and everything that happens to it: shown, sent with progress, several at once. Fetched after the page:
 * a letter needs none of it, and without it the form sends one file by itself.
 */
export function UploadDesk({ handle, onView, ...given }: UploadDeskProps) {
  const picked = usePicked(given);
  const { uploads, add, turn, save, areSeveral, isOver, room, justKept, titleError, fileError } = picked;
  const { items, isSending } = uploads;
  const waiting = useMemo(() => waitingOf(items), [items]);
  const isFilled = items.length > 0;
  useImperativeHandle(handle, () => ({ add, turn, save }));
  useEffect(
    () => onView({ areSeveral, isFilled, waiting, justKept, room, isOver, isSending, titleError, fileError }),
    [onView, areSeveral, isFilled, waiting, justKept, room, isOver, isSending, titleError, fileError],
  );
  return (
    <>
      <PageToast toast={picked.toast} />
      <UploadLeave isSending={isSending} />
      <p className="vh" role="status">
        {uploads.news}
      </p>
      {areSeveral ? <Several picked={picked} /> : <Single picked={picked} />}
    </>
  );
}

function waitingOf(items: readonly UploadItem[]): DeskView['waiting'] {
  const pending = items.filter(isPending);
  const [first] = pending;
  return first ? { type: first.type, name: first.file.name, count: pending.length } : null;
}

function Single({ picked }: { picked: Picked }) {
  const { uploads, noRoom, titleError } = picked;
  const [only] = uploads.items;
  if (!only) return null;
  return (
    <div className="picked stack-s">
      <UploadPreview file={only.file} type={only.type} />
      <div className="row between">
        <p className="upload-name">
          <strong>{only.file.name}</strong>
        </p>
        {!uploads.isSending && (
          <button className="btn btn-quiet" type="button" onClick={() => picked.remove(only.key)}>
            Remove<span className="vh"> {only.file.name}</span>
          </button>
        )}
      </div>
      {!titleError && (
        <UploadProgress
          item={only}
          noRoom={noRoom.get(only.key)}
          onCancel={() => uploads.cancel(only.key)}
          acts={picked.acts}
        />
      )}
    </div>
  );
}

function Several({ picked }: { picked: Picked }) {
  const { uploads, noRoom, remove, canGo } = picked;
  const { items } = uploads;
  const kept = keptOf(items);
  const open = items.filter(({ state }) => state.kind !== 'kept');
  return (
    <>
      {kept.length > 0 && <KeptFiles kept={kept} of={items.length} canGo={canGo} />}
      {open.length > 0 && (
        <section className="stack-s" aria-labelledby="h-several">
          <h2 className="several-h" id="h-several">
            {open.length} {open.length === 1 ? 'thing' : 'things'}
            {kept.length > 0 && ' still'} to keep
          </h2>
          <UploadList items={open} uploads={{ ...uploads, remove }} noRoom={noRoom} acts={picked.acts} />
        </section>
      )}
    </>
  );
}

/** What is kept already, each to be looked at without leaving what is not. */
function KeptFiles({ kept, of: all, canGo }: { kept: readonly KeptFile[]; of: number; canGo: boolean }) {
  const isAll = kept.length === all;
  const isOne = kept.length === 1;
  return (
    <section className="stack-s" aria-labelledby="h-kept">
      <h2 className="several-h status is-done" id="h-kept">
        <Mark name="sent" />
        {isAll ? 'All of this is kept' : `${kept.length} of ${all} ${isOne ? 'is' : 'are'} kept`}
      </h2>
      <ul className="kept-files">
        {kept.map((file) => (
          <li key={file.id}>
            <KeptLink {...file} />
          </li>
        ))}
      </ul>
      {isAll && canGo && (
        <p>
          <Link className="btn btn-secondary" to={wayOn(kept.map(({ id }) => id))}>
            {isOne ? 'Go on to who it is for' : 'Go on to the dashboard'}
          </Link>
        </p>
      )}
    </section>
  );
}
