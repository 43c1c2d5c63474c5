import { Mark } from './glyphs.tsx';
import { paceWords, sentWords } from './upload-pace.ts';
import type { UploadItem } from './upload-queue.ts';

interface UploadProgressProps {
  item: UploadItem;
  /** Why it does not fit into the vault; said before any of it is sent. */
  noRoom: string | undefined;
  onCancel: () => void;
  onRetry: () => void;
}

/** How far one file is, and what can be done about it. */
export function UploadProgress({ item, noRoom, onCancel, onRetry }: UploadProgressProps) {
  const { state, file } = item;
  switch (state.kind) {
    case 'picked':
      return noRoom ? <p className="error">{noRoom}</p> : null;
    case 'waiting':
    case 'sending':
      return <UnderWay item={item} onCancel={onCancel} />;
    case 'kept':
      return (
        <p className="status is-done">
          <Mark name="sent" />
          Kept
        </p>
      );
    case 'cancelled':
    case 'refused':
      return (
        <div className="row between">
          {state.kind === 'cancelled' ? (
            <p className="small soft">Cancelled. Nothing of this file was kept.</p>
          ) : (
            <p className="error" id={errorIdOf(item)}>
              {state.message}
            </p>
          )}
          <button
            className="btn btn-secondary"
            type="button"
            // biome-ignore lint/a11y/noAutofocus: the button that cancelled it had the focus, and is gone
            autoFocus={state.kind === 'cancelled'}
            onClick={onRetry}
          >
            Try again<span className="vh"> {file.name}</span>
          </button>
        </div>
      );
  }
}

/** Ties what is wrong with an item to the field where it is mended. */
export function errorIdOf({ key }: UploadItem): string {
  return `upload-${key}-error`;
}

const KEEPING = {
  image: 'Keeping the image',
  video: 'Keeping the video',
  audio: 'Keeping the recording',
  file: 'Keeping the file',
} as const;

function UnderWay({ item: { state, file, type }, onCancel }: Pick<UploadProgressProps, 'item' | 'onCancel'>) {
  const pace = state.kind === 'sending' ? state.pace : null;
  const isAllSent = pace !== null && pace.sent === file.size;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="progress" role="group" aria-label={`Upload of ${file.name}`}>
      <div className="line">
        <strong>{pace ? KEEPING[type] : 'Waiting for its turn'}</strong>
        <button className="btn btn-quiet" type="button" onClick={onCancel}>
          Cancel<span className="vh"> {file.name}</span>
        </button>
      </div>
      <progress value={pace?.sent ?? 0} max={file.size} aria-label="Upload" />
      <div className="foot-row">
        <span>{sentWords(pace?.sent ?? 0, file.size)}</span>
        <span>{isAllSent ? 'All of it is here. It is being sealed.' : pace && paceWords(pace, file.size)}</span>
      </div>
    </div>
  );
}
