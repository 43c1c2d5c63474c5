import { type Ref, useEffect, useImperativeHandle, useMemo } from 'react';
import { Link } from 'react-router';

export { CreateNotes } from '#app/components/create/notes.tsx';

import { ContentLink } from '#app/components/content-link.tsx';
import { Mark } from '#app/components/glyphs.tsx';
import { LeaveQuestion } from '#app/components/leave-question.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { savedHref } from '#app/contents/saved-href.ts';
import type { ContentType, FileType } from '#domain/content/content.ts';
import { uploads as texts } from '#messages/en/uploads.ts';
import { say, sayRich } from '#messages/say.ts';
import type { Room } from './files.ts';
import { UploadPreview, UploadProgress } from './item.tsx';
import { UploadList } from './list.tsx';
import { FileNotes, useTypedTitle } from './notes.tsx';
import { usePicked } from './picked.ts';
import type { UploadItem } from './queue.ts';
import { isPending } from './room.ts';
import { type Given, hasHeld, type SavedFile, savedOf } from './saving.ts';

/** What the form calls. */
export interface PanelHandle {
  add(files: File[]): void;
  /** Changes the type; a single file takes it. */
  changeType(type: ContentType): void;
  save(): void;
  /** The files that are not saved yet. */
  pending(): readonly File[];
}

/** What the form shows. */
export interface PanelView {
  areSeveral: boolean;
  isFilled: boolean;
  /** The first file that is not saved yet, and how many there are. */
  waiting: { type: FileType; name: string; count: number } | null;
  /** The files that were just saved, after the form went back to a letter. */
  justSaved: readonly SavedFile[];
  /** Null when it is not known. */
  room: Room | null;
  isOver: boolean;
  isSending: boolean;
  titleError: string | null;
  fileError: string | null;
}

interface UploadPanelProps extends Given {
  handle: Ref<PanelHandle>;
  onView: (view: PanelView) => void;
}

type Picked = ReturnType<typeof usePicked>;

/**
 * Shows the picked files and sends them with progress. It is loaded after the page: a letter does not need it, and without it
 * the form sends one file by itself.
 */
export function UploadPanel({ handle, onView, ...given }: UploadPanelProps) {
  const picked = usePicked(given);
  const { uploads, add, changeType, save, areSeveral, isOver, room, justSaved, titleError, fileError } = picked;
  const { items, isSending } = uploads;
  const waiting = useMemo(() => waitingOf(items), [items]);
  const isFilled = items.length > 0;
  const pending = () => items.filter(isPending).map(({ file }) => file);
  useImperativeHandle(handle, () => ({ add, changeType, save, pending }));
  useEffect(
    () => onView({ areSeveral, isFilled, waiting, justSaved, room, isOver, isSending, titleError, fileError }),
    [onView, areSeveral, isFilled, waiting, justSaved, room, isOver, isSending, titleError, fileError],
  );
  return (
    <>
      <PageToast toast={picked.toast} />
      {isSending && <LeaveQuestion texts={texts.leave} />}
      <p className="vh" role="status">
        {uploads.news}
      </p>
      {areSeveral ? <Several picked={picked} /> : <Single picked={picked} {...given} />}
    </>
  );
}

function waitingOf(items: readonly UploadItem[]): PanelView['waiting'] {
  const pending = items.filter(isPending);
  const [first] = pending;
  return first ? { type: first.type, name: first.file.name, count: pending.length } : null;
}

function Single({ picked, form, isSealed = false }: { picked: Picked } & Given) {
  const { uploads, noRoom, titleError } = picked;
  const title = useTypedTitle(form);
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
            {sayRich(texts.remove, { name: only.file.name })}
          </button>
        )}
      </div>
      {!isSealed && <FileNotes file={only.file} type={only.type} title={title} />}
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
  const kept = savedOf(items);
  const open = items.filter(({ state }) => state.kind !== 'kept');
  return (
    <>
      {kept.length > 0 && <SavedFiles kept={kept} isHeld={hasHeld(items)} all={items.length} canGo={canGo} />}
      {open.length > 0 && (
        <section className="stack-s" aria-labelledby="h-several">
          <h2 className="several-h" id="h-several">
            {say(kept.length > 0 ? texts.stillToKeep : texts.toKeep, { count: open.length })}
          </h2>
          <UploadList items={open} uploads={{ ...uploads, remove }} noRoom={noRoom} acts={picked.acts} />
        </section>
      )}
    </>
  );
}

interface SavedFilesProps {
  kept: readonly SavedFile[];
  isHeld: boolean;
  all: number;
  canGo: boolean;
}

/** The saved files, with links that do not leave the unsaved ones. */
function SavedFiles({ kept, isHeld, all, canGo }: SavedFilesProps) {
  const isAll = kept.length === all;
  return (
    <section className="stack-s" aria-labelledby="h-kept">
      <h2 className="several-h status is-done" id="h-kept">
        <Mark name="sent" />
        {isAll ? say(texts.allKept) : say(texts.someKept, { count: kept.length, all })}
      </h2>
      <ul className="kept-files">
        {kept.map((file) => (
          <li key={file.id}>
            <ContentLink {...file} />
          </li>
        ))}
      </ul>
      {isAll && canGo && (
        <p>
          <Link
            className="btn btn-secondary"
            to={savedHref(
              kept.map(({ id }) => id),
              isHeld,
            )}
          >
            {say(texts.goOn)}
          </Link>
        </p>
      )}
    </section>
  );
}
