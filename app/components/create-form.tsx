import type { SubmissionResult } from '@conform-to/react';
import { type FormEvent, lazy, Suspense, useEffect } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import type { ContentType, FileType } from '#domain/content/content.ts';
import type { StorageUse } from '#services/contents/queries.ts';
import { useCreateFiles } from './create-file-form.ts';
import { Field } from './field.tsx';
import { FileDrop } from './file-drop.tsx';
import { FormErrors } from './form-errors.tsx';
import { PublicBox } from './public-box.tsx';
import { PageToast } from './toasts.tsx';
import { TypeChoice } from './type-choice.tsx';
import { controlProps, type FormField, useForm } from './use-form.ts';

interface CreateFormProps {
  initialType: ContentType;
  /** Null when it could not be looked up; the server judges then. */
  storage: StorageUse | null;
  result: SubmissionResult<string[]> | undefined;
}

/** One form for everything that can be kept: a letter is written in it, files are picked or dropped. */
export function CreateForm({ initialType, storage, result }: CreateFormProps) {
  const { form, errors, fields } = useForm({
    id: 'letter-form',
    fields: ['title', 'content', 'file', 'is_public'],
    result,
    schema: async () => (await import('#domain/content/content.schema.ts')).createTextSchema,
  });
  const files = useCreateFiles({ initialType, storage, formElement: form.ref });
  const { type } = files;
  const onSubmit = (event: FormEvent) => {
    if (type === 'text') return form.onSubmit(event);
    event.preventDefault();
    files.save();
  };
  const encType = type === 'text' ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
  const title = withError(fields.title, files.titleError);
  return (
    <Form className="desk" method="post" action="/create" encType={encType} {...form} onSubmit={onSubmit}>
      <Told files={files} />
      <FormErrors errors={errors} />
      {!files.areSeveral && <TypeChoice chosen={type} isFixed={files.uploads.isSending} onChoose={files.choose} />}
      <div hidden={files.areSeveral}>
        <Field label="Title" meta={title}>
          <input className="control title-in" type="text" autoComplete="off" {...controlProps(title)} />
        </Field>
      </div>
      <div hidden={type !== 'text'}>
        <Field label="Message" note={<MessageNote text={fields.content.value} />} meta={fields.content}>
          <textarea className="control letter-in" rows={12} {...controlProps(fields.content)} />
        </Field>
      </div>
      {type !== 'text' && (
        <FilePart files={files} type={type} meta={fields.file} storage={storage} wasSent={result !== undefined} />
      )}
      <PublicBox isPublic={files.isPublic} onChange={files.setPublic} plan={storage} errors={fields.is_public.errors} />
      <Acts isSending={files.uploads.isSending} />
    </Form>
  );
}

type Files = ReturnType<typeof useCreateFiles>;

/** What is said without standing anywhere: toasts, and the news for screen readers. */
function Told({ files: { toast, uploads } }: { files: Files }) {
  return (
    <div className="told">
      <PageToast toast={toast} />
      <p className="vh" role="status">
        {uploads.news}
      </p>
    </div>
  );
}

function Acts({ isSending }: { isSending: boolean }) {
  const isBusy = useNavigation().formAction === '/create' || isSending;
  return (
    <div className="row create-acts">
      <button className="btn btn-primary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
        Save
      </button>
      <Link className="btn btn-quiet" to="/dashboard">
        Cancel
      </Link>
    </div>
  );
}

interface FilePartProps {
  files: Files;
  type: FileType;
  meta: FormField;
  storage: StorageUse | null;
  /** Whether the form comes back from the server, which only happens without scripts. */
  wasSent: boolean;
}

const fetchItems = () => import('./upload-items.tsx');
const UploadItems = lazy(fetchItems);

function FilePart({ files, type, meta, storage, wasSent }: FilePartProps) {
  useEffect(() => {
    // What shows a file is there when it is picked, also when the line has gone by then.
    fetchItems().catch(() => {});
  }, []);
  return (
    <FileDrop
      type={type}
      room={storage}
      meta={withError(meta, files.fileError)}
      isFilled={files.uploads.items.length > 0}
      isOver={files.isOver}
      onPick={files.add}
      note={wasSent && 'Please choose the file again: a page cannot keep it for you.'}
    >
      {files.uploads.items.length > 0 && (
        <Suspense fallback={null}>
          <UploadItems files={files} />
        </Suspense>
      )}
    </FileDrop>
  );
}

function withError(meta: FormField, error: string | null): FormField {
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
