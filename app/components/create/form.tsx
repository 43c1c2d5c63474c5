import { type FieldMetadata, getInputProps, type SubmissionResult } from '@conform-to/react';
import { type ComponentProps, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors, useFirstFocus } from '#app/components/checked-form.tsx';
import { Field, TextField } from '#app/components/field.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { PlanBanner } from '#app/components/plan-banner.tsx';
import { StorageHelp } from '#app/components/storage-help.tsx';
import { TypeChoice } from '#app/components/type-choice.tsx';
import { FileDrop } from '#app/components/upload/file-drop.tsx';
import type { PanelHandle, PanelView } from '#app/components/upload/panel.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { PlanBanner as Banner } from '#app/plans/banners.ts';
import type { createTextSchema } from '#domain/content/content.schema.ts';
import type { ContentType } from '#domain/content/content.ts';
import { createForm as texts } from '#messages/en/create-form.ts';
import { forms } from '#messages/en/forms.ts';
import { say } from '#messages/say.ts';
import type { StorageUse } from '#services/contents/storage.ts';
import type { DraftKey } from '#services/crypto/person-key.ts';
import { focusOn, useKind } from './form-state.ts';
import { LetterDraft } from './letter-draft.tsx';
import { PublicBox } from './public-box.tsx';

interface CreateFormProps {
  initialType: ContentType;
  /** Identifies this form: sent twice, it creates one item. */
  once: string;
  /** Null when it could not be read; then no draft is saved. */
  draft: DraftKey | null;
  /** Null when it could not be read; then only the server refuses. */
  storage: StorageUse | null;
  result: SubmissionResult<string[]> | undefined;
  /** The notices about the plan: the vault is full, sharing needs another plan. */
  full: Banner | null;
  beyondSharing: Banner | null;
  /** After a refusal because the vault is full: the plans that would have room, perhaps none. Otherwise null. */
  roomier: readonly string[] | null;
}

const NOTHING_PICKED: PanelView = {
  areSeveral: false,
  isFilled: false,
  waiting: null,
  justSaved: [],
  room: null,
  isOver: false,
  isSending: false,
  titleError: null,
  fileError: null,
};

/** One form for all types: a letter is written in it, files are picked or dropped. */
export function CreateForm(props: CreateFormProps) {
  const { once, draft, storage, full, roomier, beyondSharing: beyond } = props;
  const { form, element, onSubmit, fields, kind, view, choose, back, isPublic, setPublic, picker, Notes } =
    useCreateForm(props);
  const { title, content, file, caption, is_public } = fields;
  const isLetter = kind.type === 'text';
  const letter = { form: element, draft, wasSent: props.result !== undefined };
  const areSeveral = view.areSeveral && !isLetter;
  const fileType = kind.type === 'text' || areSeveral ? 'file' : kind.type;
  return (
    <CheckedForm
      form={form}
      fields={[title, content, file, caption, is_public]}
      ref={element}
      className="form-stack"
      method="post"
      action="/create"
      encType={isLetter ? 'application/x-www-form-urlencoded' : 'multipart/form-data'}
      onSubmit={onSubmit}
    >
      <input type="hidden" name="once" value={once} />
      {full && !hasRoom(view) && <PlanBanner {...full} isApart />}
      <FormErrors />
      {!areSeveral && <TypeChoice chosen={kind.type} isFixed={view.isSending} onChoose={choose} />}
      <div className="create-notes" role="status">
        {Notes && <Notes kind={kind} view={view} onBack={back} />}
      </div>
      <TitleField meta={title} error={isLetter ? null : view.titleError} isHidden={areSeveral} />
      <MessageField meta={content} isHidden={!isLetter} note={<MessageNote text={content.value} {...letter} />} />
      <FileField type={fileType} room={view.room ?? storage} meta={file} view={view} {...picker} isHidden={isLetter} />
      <NoteField meta={caption} isHidden={isLetter || areSeveral} />
      {roomier && <StorageHelp plans={roomier} />}
      <PublicBox
        {...{ isPublic, beyond, errors: is_public.errors, onChange: setPublic }}
        wasAnswered={is_public.initialValue === 'on'}
      />
      <Acts isSending={view.isSending} />
    </CheckedForm>
  );
}

interface TitleFieldProps {
  meta: FieldMetadata;
  /** The error that the upload panel found. */
  error: string | null;
  isHidden: boolean;
}

function TitleField({ meta, error, isHidden }: TitleFieldProps) {
  const wrong = error && { 'aria-invalid': true, 'aria-describedby': meta.errorId };
  return (
    <div hidden={isHidden}>
      <Field label={say(texts.title)} meta={meta} error={error}>
        <input
          {...getInputProps(meta, { type: 'text' })}
          className="control title-in"
          autoComplete="off"
          {...useFirstFocus(meta.id)}
          {...wrong}
        />
      </Field>
    </div>
  );
}

function MessageField({ meta, isHidden, note }: { meta: FieldMetadata; isHidden: boolean; note: ReactNode }) {
  return (
    <div hidden={isHidden}>
      <TextField label={say(texts.message)} className="control letter-in" rows={12} note={note} meta={meta} />
    </div>
  );
}

function FileField({ isHidden, ...drop }: ComponentProps<typeof FileDrop> & { isHidden: boolean }) {
  return (
    <div hidden={isHidden}>
      <FileDrop {...drop} />
    </div>
  );
}

function NoteField({ meta, isHidden }: Pick<TitleFieldProps, 'meta' | 'isHidden'>) {
  return (
    <div hidden={isHidden}>
      <TextField label={say(texts.caption)} optional rows={3} meta={meta} />
    </div>
  );
}

type Values = z.input<typeof createTextSchema> & { file?: string; caption?: string };

/** The form sends a letter itself. The upload panel sends files; until it is loaded, the form does. */
function useCreateForm({ initialType, storage, result }: CreateFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const kind = useKind(initialType, element);
  const [form, fields] = useLazyForm<Values>({
    id: 'letter-form',
    lastResult: result,
    schema:
      kind.type === 'text' ? async () => (await import('#domain/content/content.schema.ts')).createTextSchema : null,
  });
  const [isPublic, setPublic] = useState(false);
  const [view, setView] = useState(NOTHING_PICKED);
  const panel = useRef<PanelHandle>(null);
  const { UploadPanel: Panel, CreateNotes: Notes } = useFileParts(kind.type !== 'text');
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    if (kind.type === 'text' || !panel.current) return form.onSubmit(event);
    event.preventDefault();
    panel.current.save();
  };
  const choose = (type: ContentType) => {
    if (panel.current) panel.current.changeType(type);
    else kind.choose(type);
  };
  const back = (type: ContentType) => {
    choose(type);
    // The focused button is gone, and the field is shown in the next frame.
    const control = type === 'text' ? '[name=content]' : '[type=file]';
    requestAnimationFrame(() => focusOn(element, control));
  };
  const given = { form: element, kind, room: storage, isPublic, setPublic };
  const picker = {
    panel,
    wasSent: result !== undefined,
    children: Panel && <Panel handle={panel} onView={setView} {...given} />,
  };
  return { form, element, onSubmit, fields, kind, view, choose, back, isPublic, setPublic, picker, Notes };
}

type FileParts = typeof import('#app/components/upload/panel.tsx');

/** Loads what files need when they are chosen or dragged; if that fails, the form works without it. */
function useFileParts(isWanted: boolean): Partial<FileParts> {
  const [parts, setParts] = useState<Partial<FileParts>>({});
  useEffect(() => {
    const stop = new AbortController();
    const load = () => import('#app/components/upload/panel.tsx').then(setParts, () => {});
    if (isWanted) load();
    else addEventListener('dragenter', load, stop);
    return () => stop.abort();
  }, [isWanted]);
  return parts;
}

function Acts({ isSending }: { isSending: boolean }) {
  const isBusy = useNavigation().formAction === '/create' || isSending;
  return <FormButtons className="row create-acts" submit={say(forms.save)} isBusy={isBusy} cancelTo="/dashboard" />;
}

/** Items may have been removed since the page was loaded. */
function hasRoom({ room }: PanelView): boolean {
  return room !== null && room.used < room.limit;
}

type MessageNoteProps = { text: string | undefined } & Omit<Parameters<typeof LetterDraft>[0], 'letter'>;

function MessageNote({ text, ...written }: MessageNoteProps) {
  const count = text?.match(/\S+/gu)?.length ?? 0;
  return (
    <>
      {count > 0 && `${say(texts.words, { count })} `}
      {`${say(texts.privacy)} `}
      <LetterDraft {...written} letter="new" />
    </>
  );
}
