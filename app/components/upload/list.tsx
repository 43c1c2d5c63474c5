import { typeName } from '#app/components/type-badge.tsx';
import { FILE_TYPES, type FileType, inMegabytes } from '#domain/content/content.ts';
import { uploads as texts } from '#messages/en/uploads.ts';
import { say, sayRich } from '#messages/say.ts';
import type { Shortage } from './files.ts';
import { errorIdOf, type UploadActs, UploadPreview, UploadProgress } from './item.tsx';
import { FileNotes } from './notes.tsx';
import type { UploadItem, Uploads } from './queue.ts';

interface UploadListProps {
  /** The files that are not saved yet. */
  items: readonly UploadItem[];
  uploads: Uploads;
  /** The files that do not fit into the vault, by key. */
  noRoom: ReadonlyMap<string, Shortage>;
  acts: UploadActs;
}

/** Several files, each with its own title, type and progress. */
export function UploadList({ items, uploads, noRoom, acts }: UploadListProps) {
  return (
    <ol className="uploads lines">
      {items.map((item) => (
        <li key={item.key}>
          <UploadPreview file={item.file} type={item.type} />
          <div className="stack-s">
            <ItemFields item={item} uploads={uploads} />
            {item.state.kind === 'picked' && <Reason item={item} acts={acts} />}
            <FileNotes {...item} />
            <UploadProgress
              item={item}
              noRoom={noRoom.get(item.key)}
              onCancel={() => uploads.cancel(item.key)}
              acts={acts}
            />
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Why the type differs from the chosen one, and a button that changes it to File. */
function Reason({ item: { key, file, type, reason }, acts }: { item: UploadItem; acts: UploadActs }) {
  if (!reason) return null;
  const keepAsFile = () => {
    acts.keepAsFile(key);
    // The focused button disappears with the reason.
    document.getElementById(`type-${key}`)?.focus();
  };
  return (
    <div className="row between">
      <p className="small soft">{reason}</p>
      {type !== 'file' && (
        <button className="btn btn-quiet" type="button" onClick={keepAsFile}>
          {sayRich(texts.keepAsFile, { name: file.name })}
        </button>
      )}
    </div>
  );
}

interface ItemFieldsProps {
  item: UploadItem;
  uploads: Uploads;
}

function ItemFields({ item, uploads }: ItemFieldsProps) {
  const { key, file, state } = item;
  const canGo = state.kind !== 'sending' && state.kind !== 'waiting';
  return (
    <>
      <div className="upload-fields">
        <TitleField item={item} uploads={uploads} />
        <TypeField item={item} uploads={uploads} />
      </div>
      <CaptionField item={item} uploads={uploads} />
      <div className="row between">
        <p className="small soft upload-name">
          {say(texts.nameAndSize, { name: file.name, size: inMegabytes(file.size) })}
        </p>
        {canGo && (
          <button className="btn btn-quiet" type="button" onClick={() => uploads.remove(key)}>
            {sayRich(texts.remove, { name: file.name })}
          </button>
        )}
      </div>
    </>
  );
}

function TitleField({ item, uploads }: ItemFieldsProps) {
  const { key, file, title, state } = item;
  const isWrong = state.kind === 'refused' && state.at === 'title';
  return (
    <div className="field">
      <label htmlFor={`title-${key}`}>{sayRich(texts.titleOf, { name: file.name })}</label>
      <input
        className="control"
        id={`title-${key}`}
        value={title}
        autoComplete="off"
        readOnly={state.kind === 'sending'}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? errorIdOf(item) : undefined}
        onChange={({ target }) => uploads.change(key, { title: target.value })}
      />
    </div>
  );
}

function CaptionField({ item, uploads }: ItemFieldsProps) {
  const { key, file, caption, state } = item;
  const isWrong = state.kind === 'refused' && state.at === 'caption';
  return (
    <div className="field">
      <label htmlFor={`caption-${key}`}>{sayRich(texts.captionOf, { name: file.name })}</label>
      <textarea
        className="control"
        id={`caption-${key}`}
        value={caption}
        rows={2}
        readOnly={state.kind === 'sending'}
        aria-invalid={isWrong ? true : undefined}
        aria-describedby={isWrong ? errorIdOf(item) : undefined}
        onChange={({ target }) => uploads.change(key, { caption: target.value })}
      />
    </div>
  );
}

function TypeField({ item: { key, file, type, state }, uploads }: ItemFieldsProps) {
  return (
    <div className="field">
      <label htmlFor={`type-${key}`}>{sayRich(texts.typeOf, { name: file.name })}</label>
      <span className="select">
        <select
          className="control"
          id={`type-${key}`}
          value={type}
          disabled={state.kind === 'sending'}
          onChange={({ target }) => uploads.change(key, { type: target.value as FileType })}
        >
          {FILE_TYPES.map((one) => (
            <option key={one} value={one}>
              {typeName(one)}
            </option>
          ))}
        </select>
      </span>
    </div>
  );
}
