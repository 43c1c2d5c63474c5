import { type Ref, type RefObject, useEffect, useImperativeHandle } from 'react';
import type { ContentType } from '#domain/content/content.ts';
import type { Kind } from './create-kind.ts';
import { PageToast } from './toasts.tsx';
import type { Room } from './upload-files.ts';
import { UploadLeave } from './upload-leave.tsx';
import { UploadList } from './upload-list.tsx';
import { usePicked } from './upload-picked.ts';
import { UploadPreview } from './upload-preview.tsx';
import { UploadProgress } from './upload-progress.tsx';

/** What the form asks of it. */
export interface DeskHandle {
  add(files: File[]): void;
  /** Changes the type of the one file there is. */
  retype(type: ContentType): void;
  save(): void;
}

/** What the form around it has to know. */
export interface DeskView {
  areSeveral: boolean;
  isFilled: boolean;
  isOver: boolean;
  isSending: boolean;
  titleError: string | null;
  fileError: string | null;
}

interface UploadDeskProps {
  handle: Ref<DeskHandle>;
  onView: (view: DeskView) => void;
  form: RefObject<HTMLFormElement | null>;
  kind: Kind;
  room: Room | null;
  isPublic: boolean;
}

type Picked = ReturnType<typeof usePicked>;

/**
 * What was picked, and everything that happens to it: shown, sent with progress, several at once. Fetched after the page:
 * a letter needs none of it, and without it the form sends one file by itself.
 */
export function UploadDesk({ handle, onView, ...given }: UploadDeskProps) {
  const picked = usePicked(given);
  const { uploads, add, retype, save, areSeveral, isOver, titleError, fileError } = picked;
  const { isSending } = uploads;
  const isFilled = uploads.items.length > 0;
  useImperativeHandle(handle, () => ({ add, retype, save }));
  useEffect(
    () => onView({ areSeveral, isFilled, isOver, isSending, titleError, fileError }),
    [onView, areSeveral, isFilled, isOver, isSending, titleError, fileError],
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
          onRetry={() => picked.retry(only.key)}
        />
      )}
    </div>
  );
}

function Several({ picked: { uploads, noRoom, retry, remove } }: { picked: Picked }) {
  const { items, isSending } = uploads;
  const kept = items.filter(({ state }) => state.kind === 'kept').length;
  return (
    <section className="stack-s" aria-labelledby="h-several">
      <h2 className="several-h" id="h-several">
        {items.length} things to keep
      </h2>
      {kept > 0 && !isSending && (
        <p className="note">
          {kept} of {items.length} are kept. What was not stands below, as you left it.
        </p>
      )}
      <UploadList uploads={{ ...uploads, remove }} noRoom={noRoom} onRetry={retry} />
    </section>
  );
}
