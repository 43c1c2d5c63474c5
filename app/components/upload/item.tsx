import { type ReactElement, useEffect, useState } from 'react';
import { Glyph } from '#app/components/glyphs.tsx';
import { MakeRoom } from '#app/components/make-room.tsx';
import type { FileType } from '#domain/content/content.ts';
import type { Shortage } from './files.ts';
import type { UploadItem } from './queue.ts';
import { paceWords, sentWords } from './send.ts';

/** Shows the file before it is sent; an icon where the browser cannot. */
export function UploadPreview({ file, type }: { file: File; type: FileType }): ReactElement {
  const address = useAddress(file);
  const [broken, setBroken] = useState<string | null>(null);
  const hide = () => setBroken(type);
  if (!address || type === 'file' || broken === type) {
    return (
      <span className="preview preview-sign">
        <Glyph name={type} />
      </span>
    );
  }
  const label = `Preview of ${file.name}`;
  const shown = { src: address, 'aria-label': label, controls: true, onError: hide };
  switch (type) {
    case 'image':
      return <img className="preview" src={address} alt={label} onError={hide} />;
    // There are no captions for a file that was just picked.
    case 'audio':
      return <audio className="preview preview-sound" {...shown} />;
    case 'video':
      return <video className="preview" {...shown} playsInline preload="metadata" />;
  }
}

/** An object URL of the file, revoked on unmount. */
function useAddress(file: File): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}

interface UploadProgressProps {
  item: UploadItem;
  /** Why it does not fit into the vault; undefined where it fits. */
  noRoom: Shortage | undefined;
  onCancel: () => void;
  acts: UploadActs;
}

/** The remedies for a file that was not saved. */
export interface UploadActs {
  retry(key: string): void;
  keepAsFile(key: string): void;
  keepPrivate(key: string): void;
}

/** The state of one file, with the remedy that can help. */
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
  // The message would still say that there is no room.
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

/** For `aria-describedby` of the field at fault. */
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
