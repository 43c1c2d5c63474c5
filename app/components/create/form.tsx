import type { SubmissionResult } from '@conform-to/react';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigation } from 'react-router';
import type { z } from 'zod';
import { CheckedForm, FormErrors } from '#app/components/checked-form.tsx';
import { FormButtons } from '#app/components/form-buttons.tsx';
import { PlanBanner } from '#app/components/plan-banner.tsx';
import { SealChoice } from '#app/components/seal/choice.tsx';
import type { SealingFacts } from '#app/components/seal/sealing.tsx';
import { StorageHelp } from '#app/components/storage-help.tsx';
import { TypeChoice } from '#app/components/type-choice.tsx';
import type { PanelHandle, PanelView } from '#app/components/upload/panel.tsx';
import { useLazyForm } from '#app/components/use-lazy-form.ts';
import type { PlanBanner as Banner } from '#app/plans/banners.ts';
import type { createTextSchema } from '#domain/content/content.schema.ts';
import type { ContentType } from '#domain/content/content.ts';
import { forms } from '#messages/en/forms.ts';
import { sealChoice } from '#messages/en/seal-choice.ts';
import { say } from '#messages/say.ts';
import type { StorageUse } from '#services/contents/storage.ts';
import type { DraftKey } from '#services/crypto/person-key.ts';
import { FileField, MessageField, MessageNote, NoteField, TitleField } from './fields.tsx';
import { focusOn, useKind } from './form-state.ts';
import { PublicBox } from './public-box.tsx';
import { useCreateSealing } from './use-create-sealing.ts';

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
  /** Null when it could not be read: then nothing can be sealed. */
  sealing: SealingFacts | null;
  /** The page's heading, which goes while it is sealed. */
  heading: ReactNode;
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
  const { heading } = props;
  const created = useCreateForm(props);
  const { seal } = created;
  return (
    <>
      <div ref={seal.given.place} />
      <div hidden={seal.view.isUnderWay}>
        {heading}
        <Fields created={created} {...props} />
      </div>
    </>
  );
}

/** The form itself; it waits behind the steps while something is sealed. */
function Fields({ created, ...props }: CreateFormProps & { created: ReturnType<typeof useCreateForm> }) {
  const { once, full, roomier, beyondSharing: beyond } = props;
  const { form, element, onSubmit, fields, kind, view, choose, back, isPublic, setPublic, Notes, seal } = created;
  const { title, content, file, caption, is_public } = fields;
  const isLetter = kind.type === 'text';
  const areSeveral = view.areSeveral && !isLetter;
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
      <Written created={created} areSeveral={areSeveral} {...props} />
      {roomier && <StorageHelp plans={roomier} />}
      {props.sealing && (
        <SealChoice {...{ isPublic, isLost: seal.isLost }} isSealed={seal.isSealed} onChange={seal.setSealed}>
          {seal.SealPanel && (
            <seal.SealPanel {...seal.given} {...panelOf(created, props.storage)} sealing={props.sealing} />
          )}
        </SealChoice>
      )}
      {seal.isSealed ? (
        seal.NotPublic && <seal.NotPublic />
      ) : (
        <PublicBox
          {...{ isPublic, beyond, errors: is_public.errors, onChange: setPublic }}
          wasAnswered={is_public.initialValue === 'on'}
        />
      )}
      <Acts isSending={view.isSending} isSealed={seal.isSealed} />
    </CheckedForm>
  );
}

/** What the part that seals is given. */
function panelOf(
  { element: form, kind, view, picker: { panel } }: ReturnType<typeof useCreateForm>,
  storage: CreateFormProps['storage'],
) {
  return { form, kind, panel, view, storage };
}

type WrittenProps = Pick<CreateFormProps, 'draft' | 'storage' | 'result'> & {
  created: ReturnType<typeof useCreateForm>;
  areSeveral: boolean;
};

/** What is written or picked: the title, the letter, the file with its note. */
function Written({ created, areSeveral, draft, storage, result }: WrittenProps) {
  const { element, fields, kind, view, picker, seal } = created;
  const { title, content, file, caption } = fields;
  const isLetter = kind.type === 'text';
  const letter = { form: element, draft, wasSent: result !== undefined, isSealed: seal.view.isSaved };
  const { errors } = seal.view;
  return (
    <>
      <TitleField meta={title} error={errors.title ?? (isLetter ? null : view.titleError)} isHidden={areSeveral} />
      <MessageField
        meta={content}
        error={errors.content}
        isHidden={!isLetter}
        note={<MessageNote text={content.value} {...letter} />}
      />
      <FileField
        type={kind.type === 'text' || areSeveral ? 'file' : kind.type}
        room={view.room ?? storage}
        meta={file}
        view={errors.file ? { ...view, fileError: errors.file } : view}
        {...picker}
        isHidden={isLetter}
      />
      <NoteField meta={caption} isHidden={isLetter || areSeveral || seal.isSealed} />
    </>
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
  const seal = useCreateSealing();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const send = seal.isSealed ? seal.seal : kind.type !== 'text' && panel.current?.save;
    if (!send) return form.onSubmit(event);
    event.preventDefault();
    send();
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
  const given = { form: element, kind, room: storage, isPublic, setPublic, isSealed: seal.isSealed };
  const picker = {
    panel,
    wasSent: result !== undefined,
    children: Panel && <Panel handle={panel} onView={setView} {...given} />,
  };
  return { form, element, onSubmit, fields, kind, view, choose, back, isPublic, setPublic, picker, Notes, seal };
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

function Acts({ isSending, isSealed }: { isSending: boolean; isSealed: boolean }) {
  const isBusy = useNavigation().formAction === '/create' || isSending;
  const submit = say(isSealed ? sealChoice.seal : forms.save);
  return <FormButtons className="row create-acts" submit={submit} isBusy={isBusy} cancelTo="/dashboard" />;
}

/** Items may have been removed since the page was loaded. */
function hasRoom({ room }: PanelView): boolean {
  return room !== null && room.used < room.limit;
}
