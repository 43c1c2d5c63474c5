import type { SubmissionResult } from '@conform-to/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { ContentLink } from '#app/components/content-link.tsx';
import { Field } from '#app/components/field.tsx';
import { FormErrors } from '#app/components/form-errors.tsx';
import { PlanNotice } from '#app/components/plan-notice.tsx';
import { StorageHelp } from '#app/components/storage-help.tsx';
import { TypeChoice } from '#app/components/type-choice.tsx';
import { FileDrop } from '#app/components/upload/file-drop.tsx';
import type { PanelHandle, PanelView, UploadPanel } from '#app/components/upload/panel.tsx';
import { controlProps, type FormField, useForm } from '#app/components/use-form.ts';
import type { PlanNotice as Notice } from '#app/plans/notices.ts';
import type { ContentType } from '#domain/content/content.ts';
import type { DraftKey } from '#services/accounts/person-key.ts';
import type { StorageUse } from '#services/contents/storage.ts';
import { focusOn, type Kind, useKind } from './form-state.ts';
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
  full: Notice | null;
  beyondSharing: Notice | null;
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
  const { form, errors, fields, kind, view, choose, back, isPublic, setPublic, picker } = useCreateForm(props);
  const isLetter = kind.type === 'text';
  const letter = { form: form.ref, draft, wasSent: props.result !== undefined };
  const areSeveral = view.areSeveral && !isLetter;
  const title = withError(fields.title, isLetter ? null : view.titleError);
  const encType = isLetter ? 'application/x-www-form-urlencoded' : 'multipart/form-data';
  return (
    <Form className="desk" method="post" action="/create" encType={encType} {...form}>
      <input type="hidden" name="once" value={once} />
      {full && !hasRoom(view) && <PlanNotice {...full} isApart />}
      <FormErrors errors={errors} />
      {!areSeveral && <TypeChoice chosen={kind.type} isFixed={view.isSending} onChoose={choose} />}
      <CreateNotes kind={kind} view={view} onBack={back} />
      <TitleField meta={title} isHidden={areSeveral} />
      <div hidden={!isLetter}>
        <Field label="Message" note={<MessageNote text={fields.content.value} {...letter} />} meta={fields.content}>
          <textarea className="control letter-in" rows={12} {...controlProps(fields.content)} />
        </Field>
      </div>
      <div hidden={isLetter}>
        <FileDrop
          type={kind.type === 'text' || areSeveral ? 'file' : kind.type}
          room={view.room ?? storage}
          meta={withError(fields.file, view.fileError)}
          view={view}
          {...picker}
        />
      </div>
      {roomier && <StorageHelp plans={roomier} />}
      <PublicBox
        {...{ isPublic, beyond }}
        wasAnswered={fields.is_public.initialValue === 'on'}
        onChange={setPublic}
        errors={fields.is_public.errors}
      />
      <Acts isSending={view.isSending} />
    </Form>
  );
}

function TitleField({ meta, isHidden }: { meta: FormField; isHidden: boolean }) {
  return (
    <div hidden={isHidden}>
      <Field label="Title" meta={meta}>
        <input className="control title-in" type="text" autoComplete="off" {...controlProps(meta)} />
      </Field>
    </div>
  );
}

/** The form sends a letter itself; the upload panel sends files, and until it is loaded the form does. */
function useCreateForm({ initialType, storage, result }: CreateFormProps) {
  const { form, errors, fields } = useForm({
    id: 'letter-form',
    fields: ['title', 'content', 'file', 'is_public'],
    result,
    schema: async () => (await import('#domain/content/content.schema.ts')).createTextSchema,
  });
  const kind = useKind(initialType, form.ref);
  const [isPublic, setPublic] = useState(false);
  const [view, setView] = useState(NOTHING_PICKED);
  const panel = useRef<PanelHandle>(null);
  const Panel = usePanel(kind.type !== 'text');
  const onSubmit = (event: FormEvent) => {
    if (kind.type === 'text') return form.onSubmit(event);
    if (!panel.current) return;
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
    requestAnimationFrame(() => focusOn(form.ref, control));
  };
  const given = { form: form.ref, kind, room: storage, isPublic, setPublic };
  const picker = {
    panel,
    wasSent: result !== undefined,
    children: Panel && <Panel handle={panel} onView={setView} {...given} />,
  };
  return { form: { ...form, onSubmit }, errors, fields, kind, view, choose, back, isPublic, setPublic, picker };
}

/** Loads the upload panel when files are chosen or dragged; if that fails, the form works without it. */
function usePanel(isWanted: boolean): typeof UploadPanel | null {
  const [Panel, setPanel] = useState<typeof UploadPanel | null>(null);
  useEffect(() => {
    const stop = new AbortController();
    const loadPanel = () =>
      import('#app/components/upload/panel.tsx').then(
        (module) => setPanel(() => module.UploadPanel),
        () => {},
      );
    if (isWanted) loadPanel();
    else addEventListener('dragenter', loadPanel, stop);
    return () => stop.abort();
  }, [isWanted]);
  return Panel;
}

interface CreateNotesProps {
  kind: Kind;
  view: PanelView;
  /** Shows what waits again. */
  onBack: (type: ContentType) => void;
}

/**
 * Notes about what the picked files changed: the type, a letter that waits, files that wait. The element is always there, so
 * that screen readers announce a new note.
 */
function CreateNotes({ kind, view, onBack }: CreateNotesProps) {
  const isLetter = kind.type === 'text';
  return (
    <div className="create-notes" role="status">
      {!isLetter && !view.areSeveral && kind.reason && <p className="small soft">{kind.reason}</p>}
      {kind.letter && (
        <Waiting act="Back to the letter" isFixed={view.isSending} onAct={() => onBack('text')}>
          Your letter{kind.letter.title.trim() && ` “${kind.letter.title.trim()}”`} is still here, every word of it. It
          comes back when this is kept.
        </Waiting>
      )}
      {isLetter && view.waiting && <FilesWait waiting={view.waiting} onBack={onBack} />}
      {isLetter && view.justSaved.length > 0 && (
        <p className="note">
          <span>
            Kept:{' '}
            {view.justSaved.map((file, index) => (
              <span key={file.id}>
                {index > 0 && ', '}
                <ContentLink {...file} />
              </span>
            ))}
            . Your letter is here again, as you left it.
          </span>
        </p>
      )}
    </div>
  );
}

function FilesWait({
  waiting,
  onBack,
}: { waiting: NonNullable<PanelView['waiting']> } & Pick<CreateNotesProps, 'onBack'>) {
  const { count, name, type } = waiting;
  const isOne = count === 1;
  return (
    <Waiting act={isOne ? 'Back to the file' : 'Back to the files'} onAct={() => onBack(type)}>
      {isOne ? `${name} is still here` : `${count} files are still here`}, and not kept yet. Save keeps the letter
      alone: keep {isOne ? 'the file' : 'the files'} first if you want both.
    </Waiting>
  );
}

interface WaitingProps {
  act: string;
  isFixed?: boolean;
  onAct: () => void;
  children: ReactNode;
}

function Waiting({ act, isFixed = false, onAct, children }: WaitingProps) {
  return (
    <div className="note">
      <p>{children}</p>
      {!isFixed && (
        <p>
          <button className="btn btn-secondary" type="button" onClick={onAct}>
            {act}
          </button>
        </p>
      )}
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

/** Items may have been removed since the page was loaded. */
function hasRoom({ room }: PanelView): boolean {
  return room !== null && room.used < room.limit;
}

function withError(meta: FormField, error: string | null): FormField {
  return error ? { ...meta, errors: [error] } : meta;
}

type MessageNoteProps = { text: string | undefined } & Omit<Parameters<typeof LetterDraft>[0], 'letter'>;

function MessageNote({ text, ...written }: MessageNoteProps) {
  const words = text?.match(/\S+/gu)?.length ?? 0;
  return (
    <>
      {words > 0 && `${new Intl.NumberFormat('en-GB').format(words)} ${words === 1 ? 'word' : 'words'}. `}Only you can
      read it, until you send or share it. <LetterDraft {...written} letter="new" />
    </>
  );
}
