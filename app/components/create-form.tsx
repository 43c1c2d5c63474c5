import type { SubmissionResult } from '@conform-to/react';
import type { FormEvent } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import type { ContentType } from '#domain/content/content.ts';
import type { StorageUse } from '#services/contents/queries.ts';
import { useCreateFiles } from './create-file-form.ts';
import { Field } from './field.tsx';
import { FileDrop } from './file-drop.tsx';
import { FormErrors } from './form-errors.tsx';
import { PublicBox } from './public-box.tsx';
import { PageToast } from './toasts.tsx';
import { TypeChoice } from './type-choice.tsx';
import { UploadLeave } from './upload-leave.tsx';
import { UploadList } from './upload-list.tsx';
import { UploadPreview } from './upload-preview.tsx';
import { UploadProgress } from './upload-progress.tsx';
import { controlProps, useForm } from './use-form.ts';

interface CreateFormProps {
  initialType: ContentType;
  /** Null when it could not be looked up; the server judges then. */
  storage: StorageUse | null;
  result: SubmissionResult<string[]> | undefined;
}

/** One form for everything that can be kept: a letter is written in it, files are picked or dropped. */
export function CreateForm({ initialType, storage, result }: CreateFormProps) {
  const isSaving = useNavigation().formAction === '/create';
  const { form, errors, fields } = useForm({
    id: 'letter-form',
    fields: ['title', 'content', 'file', 'is_public'],
    result,
    schema: async () => (await import('#domain/content/content.schema.ts')).createTextSchema,
  });
  const files = useCreateFiles({ initialType, storage, formElement: form.ref });
  const { type, uploads } = files;
  const isText = type === 'text';
  const isBusy = isSaving || uploads.isSending;
  const onSubmit = (event: FormEvent) => {
    if (isText) return form.onSubmit(event);
    event.preventDefault();
    files.save();
  };
  return (
    <>
      <PageToast toast={files.toast} />
      <UploadLeave isSending={uploads.isSending} />
      <p className="vh" role="status">
        {uploads.news}
      </p>
      <Form
        className="desk"
        method="post"
        action="/create"
        encType={isText ? 'application/x-www-form-urlencoded' : 'multipart/form-data'}
        {...form}
        onSubmit={onSubmit}
      >
        <FormErrors errors={errors} />
        <div hidden={files.areSeveral}>
          <TypeChoice chosen={type} onChoose={files.choose} />
        </div>
        <div hidden={files.areSeveral}>
          <Field label="Title" meta={withError(fields.title, files.titleError)}>
            <input
              className="control title-in"
              type="text"
              autoComplete="off"
              {...controlProps(withError(fields.title, files.titleError))}
            />
          </Field>
        </div>
        <div hidden={!isText}>
          <Field label="Message" note={<MessageNote text={fields.content.value} />} meta={fields.content}>
            <textarea className="control letter-in" rows={12} {...controlProps(fields.content)} />
          </Field>
        </div>
        {!isText && <FilePart files={files} meta={fields.file} storage={storage} wasSent={result !== undefined} />}
        <PublicBox
          isPublic={files.isPublic}
          onChange={files.setPublic}
          plan={storage}
          errors={fields.is_public.errors}
        />
        <div className="row create-acts">
          <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
            Save
          </button>
          <Link className="btn btn-quiet" to="/dashboard">
            Cancel
          </Link>
        </div>
      </Form>
    </>
  );
}

type Files = ReturnType<typeof useCreateFiles>;
type Fields = ReturnType<typeof useForm<'file'>>['fields'];

interface FilePartProps {
  files: Files;
  meta: Fields['file'];
  storage: StorageUse | null;
  /** Whether the form comes back from the server, which only happens without scripts. */
  wasSent: boolean;
}

function FilePart({ files, meta, storage, wasSent }: FilePartProps) {
  const { type, uploads, areSeveral, noRoom } = files;
  const single = areSeveral ? undefined : uploads.items[0];
  if (type === 'text') return null;
  return (
    <div className="stack-s">
      {areSeveral && <Several files={files} />}
      <FileDrop
        type={type}
        room={storage}
        meta={withError(meta, files.fileError)}
        isFilled={uploads.items.length > 0}
        isOver={files.isOver}
        onPick={files.add}
      >
        {single && (
          <>
            <UploadPreview file={single.file} type={single.type} />
            <p className="upload-name">
              <strong>{single.file.name}</strong>
            </p>
            {!uploads.isSending && (
              <button className="btn btn-quiet" type="button" onClick={() => files.remove(single.key)}>
                Remove<span className="vh"> {single.file.name}</span>
              </button>
            )}
          </>
        )}
      </FileDrop>
      {wasSent && <p className="hint with-none">Please choose the file again: a page cannot keep it for you.</p>}
      {single && !files.titleError && (
        <UploadProgress
          item={single}
          noRoom={noRoom.get(single.key)}
          onCancel={() => uploads.cancel(single.key)}
          onRetry={files.save}
        />
      )}
    </div>
  );
}

function Several({ files: { uploads, noRoom, retry, remove } }: { files: Files }) {
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

function withError<Meta extends { errors: string[] | undefined }>(meta: Meta, error: string | null): Meta {
  return error ? { ...meta, errors: [error] } : meta;
}

function MessageNote({ text }: { text: string | undefined }) {
  const words = text?.match(/\S+/gu)?.length ?? 0;
  return (
    <>
      {words > 0 && `${new Intl.NumberFormat('en-GB').format(words)} ${words === 1 ? 'word' : 'words'}. `}Only you can
      read it, until you send or share it.
    </>
  );
}
