import type { useCreateFiles } from './create-file-form.ts';
import { UploadLeave } from './upload-leave.tsx';
import { UploadList } from './upload-list.tsx';
import { UploadPreview } from './upload-preview.tsx';
import { UploadProgress } from './upload-progress.tsx';

interface UploadItemsProps {
  files: ReturnType<typeof useCreateFiles>;
}

/** What was picked. Fetched after the page, of which most visits need nothing but the letter. */
export default function UploadItems({ files }: UploadItemsProps) {
  return (
    <>
      <UploadLeave isSending={files.uploads.isSending} />
      {files.areSeveral ? <Several files={files} /> : <Single files={files} />}
    </>
  );
}

function Single({ files }: UploadItemsProps) {
  const { uploads, noRoom, titleError } = files;
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
          <button className="btn btn-quiet" type="button" onClick={() => files.remove(only.key)}>
            Remove<span className="vh"> {only.file.name}</span>
          </button>
        )}
      </div>
      {!titleError && (
        <UploadProgress
          item={only}
          noRoom={noRoom.get(only.key)}
          onCancel={() => uploads.cancel(only.key)}
          onRetry={files.save}
        />
      )}
    </div>
  );
}

function Several({ files: { uploads, noRoom, retry, remove } }: UploadItemsProps) {
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
