import { type ReactElement, useEffect, useState } from 'react';
import { Glyph } from '#app/components/glyphs.tsx';
import { StorageHelp } from '#app/components/storage-help.tsx';
import type { FileType } from '#domain/content/content.ts';
import { fileReasons, uploadStates, uploads } from '#messages/en/uploads.ts';
import { say, sayRich } from '#messages/say.ts';
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
  const label = say(uploads.preview, { name: file.name });
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
  if (state.kind !== 'refused') return <p className="small soft">{say(uploadStates.cancelled)}</p>;
  // The message would still say that there is no room.
  if (state.remedy === 'room') return <p className="small soft">{say(uploadStates.roomNow)}</p>;
  return (
    <p className="error" id={errorIdOf(item)}>
      {state.message}
    </p>
  );
}

const REMEDIES = {
  again: { label: uploads.again, act: 'retry' },
  room: { label: uploads.again, act: 'retry' },
  'as-file': { label: uploads.keepAsFile, act: 'keepAsFile' },
  'as-private': { label: uploads.keepPrivate, act: 'keepPrivate' },
} as const;

function Remedy({ item: { key, file, state }, acts }: Pick<UploadProgressProps, 'item' | 'acts'>) {
  const remedy = state.kind === 'refused' ? state.remedy : 'again';
  if (remedy === 'none') return null;
  const { label, act } = REMEDIES[remedy];
  return (
    <button
      className="btn btn-secondary"
      type="button"
      // biome-ignore lint/a11y/noAutofocus: the button that cancelled it had the focus, and is gone
      autoFocus={state.kind === 'cancelled'}
      onClick={() => acts[act](key)}
    >
      {sayRich(label, { name: file.name })}
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
        <StorageHelp plans={noRoom.plans} />
      ) : (
        <p className="small soft">
          {noRoom.plans[0] ? say(fileReasons.tooLargeBut, { plan: noRoom.plans[0] }) : say(fileReasons.tooLarge)}
        </p>
      )}
    </div>
  );
}

/** For `aria-describedby` of the field at fault. */
export function errorIdOf({ key }: UploadItem): string {
  return `upload-${key}-error`;
}

function UnderWay({ item: { state, file, type }, onCancel }: Pick<UploadProgressProps, 'item' | 'onCancel'>) {
  const pace = state.kind === 'sending' ? state.pace : null;
  const isAllSent = pace !== null && pace.sent === file.size;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div className="progress" role="group" aria-label={say(uploads.uploadOf, { name: file.name })}>
      <div className="line">
        <strong>{say(pace ? uploadStates.keeping[type] : uploadStates.waiting)}</strong>
        <button className="btn btn-quiet" type="button" onClick={onCancel}>
          {sayRich(uploads.cancel, { name: file.name })}
        </button>
      </div>
      <progress value={pace?.sent ?? 0} max={file.size} aria-label={say(uploads.upload)} />
      <div className="foot-row">
        <span>{sentWords(pace?.sent ?? 0, file.size)}</span>
        <span>{isAllSent ? say(uploadStates.sealing) : pace && paceWords(pace, file.size)}</span>
      </div>
    </div>
  );
}
