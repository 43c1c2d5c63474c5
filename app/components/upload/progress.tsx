import { MakeRoom } from '#app/components/make-room.tsx';
import type { Shortage } from './files.ts';
import { paceWords, sentWords } from './pace.ts';
import type { UploadItem } from './queue.ts';

interface UploadProgressProps {
  item: UploadItem;
  /** Why it does not fit into the vault; said before any of it is sent. */
  noRoom: Shortage | undefined;
  onCancel: () => void;
  acts: UploadActs;
}

/** What can be done about a file that was not kept. */
export interface UploadActs {
  retry(key: string): void;
  keepAsFile(key: string): void;
  keepPrivate(key: string): void;
}

/** How far one file is, and what can be done about it: only what can help. */
export function UploadProgress({ item, noRoom, onCancel, acts }: UploadProgressProps) {
  const { state } = item;
  switch (state.kind) {
    case 'picked':
      return noRoom ? <NoRoom item={item} noRoom={noRoom} /> : null;
    case 'waiting':
    case 'sending':
      return <UnderWay item={item} onCancel={onCancel} />;
    case 'kept':
      return null;
    case 'cancelled':
    case 'refused':
      if (noRoom) return <NoRoom item={item} noRoom={noRoom} />;
      return (
        <div className="row between">
          <NotKept item={item} />
          <Remedy item={item} acts={acts} />
        </div>
      );
  }
}

function NotKept({ item }: { item: UploadItem }) {
  const { state } = item;
  if (state.kind !== 'refused') return <p className="small soft">Cancelled. Nothing of this file was kept.</p>;
  // Otherwise it would still be said that there is none.
  if (state.remedy === 'room') return <p className="small soft">There is room for it now.</p>;
  return (
    <p className="error" id={errorIdOf(item)}>
      {state.message}
    </p>
  );
}

const REMEDIES = {
  again: { words: 'Try again', act: 'retry' },
  room: { words: 'Try again', act: 'retry' },
  'as-file': { words: 'Keep it as a File', act: 'keepAsFile' },
  'as-private': { words: 'Keep it private', act: 'keepPrivate' },
} as const;

function Remedy({ item: { key, file, state }, acts }: Pick<UploadProgressProps, 'item' | 'acts'>) {
  const remedy = state.kind === 'refused' ? state.remedy : 'again';
  if (remedy === 'none') return null;
  const { words, act } = REMEDIES[remedy];
  return (
    <button
      className="btn btn-secondary"
      type="button"
      // biome-ignore lint/a11y/noAutofocus: the button that cancelled it had the focus, and is gone
      autoFocus={state.kind === 'cancelled'}
      onClick={() => acts[act](key)}
    >
      {words}
      <span className="vh"> {file.name}</span>
    </button>
  );
}

function NoRoom({ item, noRoom }: { item: UploadItem; noRoom: Shortage }) {
  return (
    <div className="stack-s">
      <p className="error" id={errorIdOf(item)}>
        {noRoom.message}
      </p>
      {noRoom.canMakeRoom ? (
        <MakeRoom plans={noRoom.plans} />
      ) : (
        <p className="small soft">
          It is larger than your whole vault, so removing something would not help.
          {noRoom.plans[0] && ` There is room for it on ${noRoom.plans[0]}.`}
        </p>
      )}
    </div>
  );
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
