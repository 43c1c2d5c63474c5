import { type ReactNode, useEffect, useRef, useState } from 'react';
import { SealDrawing } from '#app/components/drawings.tsx';
import { LeaveQuestion } from '#app/components/leave-question.tsx';
import type { SealedParcel, SealOrder } from '#app/sealed/sealing/orders.ts';
import type { Script } from '#app/sealed/start-worker.ts';
import { sealSteps as texts } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';
import { CheckStep } from './check.tsx';
import { Papers } from './papers.tsx';
import { SealProgress } from './progress.tsx';
import { type Keepers, SheetsStep } from './sheets.tsx';
import type { SealEvent, SealState } from './steps.ts';
import { type SealTarget, useSealing } from './use-sealing.ts';
import { WordsStep } from './words.tsx';

/** What is printed of the person who seals, and of this place. */
export interface Printed {
  owner: string;
  /** Today, in words. */
  day: string;
}

/** What the server says to a page that seals. */
export interface SealingFacts {
  printed: Printed;
  /** The script that seals: no other may meet the original or the words. */
  script: Script;
}

interface SealingProps extends SealingFacts {
  /** Has to stay the same object. */
  order: SealOrder;
  target: SealTarget;
  /** Cancel, or Back after it could not be sealed. */
  onCancel: () => void;
  onSaved: (id: string) => void;
}

/** The four steps. Nothing is sent before the last of them. */
export function Sealing({ order, target, printed, script, onCancel, onSaved }: SealingProps) {
  const { state, dispatch, pace } = useSealing(order, script, target, onSaved);
  const [keepers, setKeepers] = useState<Keepers>({ a: '', b: '' });
  const { step, parcel, problem } = state;
  const common = { printed, label: target.label.trim() };
  return (
    <>
      {step !== 'saved' && !(step === 'sealing' && problem) && <LeaveQuestion texts={texts.leave} />}
      {step === 'sealing' && !problem && (
        <Step
          at={0}
          heading={say(texts.sealing.heading, { title: order.title })}
          lead={say(texts.sealing.lead)}
          drawing={<SealDrawing />}
        >
          <SealProgress what="sealing" pace={pace} size={order.size} onCancel={onCancel} />
          <p className="hint">{say(texts.sealing.stay)}</p>
        </Step>
      )}
      {step === 'sealing' && problem && (
        <Step at={0} heading={say(texts.failed.heading)} lead={problem}>
          <div className="row create-acts">
            <button className="btn btn-primary" type="button" onClick={onCancel}>
              {say(texts.failed.back)}
            </button>
          </div>
        </Step>
      )}
      {parcel && step === 'paper' && (
        <Papers {...common} parcel={parcel} keepers={keepers} onBack={() => dispatch({ kind: 'close-sheets' })} />
      )}
      {parcel && step !== 'paper' && (
        <Later {...{ state, parcel, dispatch, keepers, setKeepers, pace, target, onCancel }} printed={printed} />
      )}
    </>
  );
}

interface LaterProps {
  state: SealState;
  parcel: SealedParcel;
  dispatch: (event: SealEvent) => void;
  keepers: Keepers;
  setKeepers: (keepers: Keepers) => void;
  pace: ReturnType<typeof useSealing>['pace'];
  target: SealTarget;
  printed: Printed;
  onCancel: () => void;
}

/** The steps after it was sealed. */
function Later({ state, parcel, dispatch, keepers, setKeepers, pace, target, printed, onCancel }: LaterProps) {
  const { words, sheets, check } = texts;
  switch (state.step) {
    case 'words':
      return (
        <Step at={1} heading={say(words.heading)} lead={say(words.lead)}>
          <WordsStep parcel={parcel} printed={printed} onNext={() => dispatch({ kind: 'noted' })} />
        </Step>
      );
    case 'sheets':
      return (
        <Step at={2} heading={say(sheets.heading)} lead={say(sheets.lead)}>
          <SheetsStep {...{ keepers, setKeepers, dispatch }} wereShown={state.hasSheets} />
        </Step>
      );
    case 'check':
      return (
        <Step at={3} heading={say(check.heading)} lead={say(check.lead)}>
          <CheckStep state={state} dispatch={dispatch} isExisting={target.version !== null} />
        </Step>
      );
    default:
      return <Saving {...{ state, parcel, dispatch, pace, onCancel }} />;
  }
}

/** Only now is anything sent. */
function Saving({
  state,
  parcel,
  dispatch,
  pace,
  onCancel,
}: Omit<LaterProps, 'keepers' | 'setKeepers' | 'target' | 'printed'>) {
  const { problem } = state;
  const { saving } = texts;
  const heading = say(problem ? saving.refused : saving.heading);
  const back = () => dispatch({ kind: 'back' });
  return (
    <Step at={3} heading={heading} lead={problem ?? say(saving.lead)}>
      {problem ? (
        <Refused dispatch={dispatch} onCancel={onCancel} />
      ) : (
        <SealProgress what="saving" pace={pace} size={parcel.content.size} onCancel={back} />
      )}
    </Step>
  );
}

function Refused({ dispatch, onCancel }: Pick<LaterProps, 'dispatch' | 'onCancel'>) {
  return (
    <>
      <p className="hint">{say(texts.saving.kept)}</p>
      <div className="row create-acts">
        <button className="btn btn-primary" type="button" onClick={() => dispatch({ kind: 'again' })}>
          {say(texts.saving.again)}
        </button>
        <button className="btn btn-quiet" type="button" onClick={() => dispatch({ kind: 'back' })}>
          {say(texts.saving.back)}
        </button>
        <button className="btn btn-quiet" type="button" onClick={onCancel}>
          {say(texts.sealing.cancel)}
        </button>
      </div>
    </>
  );
}

const NAMES = [texts.names.seal, texts.names.words, texts.names.sheets, texts.names.check] as const;

interface StepProps {
  /** From 0 on. */
  at: number;
  heading: string;
  lead: string;
  drawing?: ReactNode;
  children: ReactNode;
}

/** One step. Its heading takes the focus: the button that led here is gone. */
function Step({ at, heading, lead, drawing, children }: StepProps) {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    element.current?.focus();
  }, [heading]);
  return (
    <section className="seal-step">
      <ol className="path no-print" aria-label={say(texts.path)}>
        {NAMES.map((name, index) => (
          <li
            key={name.id}
            className={index < at ? 'is-past' : undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            {index < at && <span className="vh">{say(texts.done)}</span>}
            {say(name)}
          </li>
        ))}
      </ol>
      {drawing && <div className="seal-art">{drawing}</div>}
      <div className="stack-s no-print">
        <h1 ref={element} tabIndex={-1}>
          {heading}
        </h1>
        <p className="lead">{lead}</p>
      </div>
      {children}
    </section>
  );
}
