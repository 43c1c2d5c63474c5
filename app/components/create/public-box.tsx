import { type RefObject, useEffect, useId, useRef } from 'react';
import { PlanLink } from '#app/components/plan-banner.tsx';
import type { PlanBanner } from '#app/plans/banners.ts';
import { publicBox } from '#messages/en/create.ts';
import { say, sayRich } from '#messages/say.ts';

interface PublicBoxProps {
  isPublic: boolean;
  onChange: (isPublic: boolean) => void;
  /** The server returned the form, with the box ticked. */
  wasAnswered: boolean;
  /** Why the plan does not include sharing; null where it does, or where the plan could not be read. */
  beyond: PlanBanner | null;
  errors: string[] | undefined;
}

/** Makes the item public, after a question. Without sharing in the plan the box is disabled, with the reason. */
export function PublicBox({ isPublic, onChange, wasAnswered, beyond, errors }: PublicBoxProps) {
  if (beyond) return <NotInPlan beyond={beyond} errors={errors} />;
  return (
    <div className={errors ? 'field has-error' : 'field'}>
      <ConfirmedBox isPublic={isPublic} onChange={onChange} />
      <noscript>
        <StaticBox wasAnswered={wasAnswered} />
      </noscript>
      {errors && <p className="error">{errors.join(' ')}</p>}
    </div>
  );
}

/** Ticking opens the question. Only a confirmed answer is sent: the box itself has no name. */
function ConfirmedBox({ isPublic, onChange }: Pick<PublicBoxProps, 'isPublic' | 'onChange'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const box = useRef<HTMLInputElement>(null);
  const id = useId();
  useEffect(() => {
    // A box that was ticked before hydration was not confirmed.
    if (box.current) box.current.checked = false;
  }, []);
  return (
    <>
      <label className="check with-scripts">
        <input
          type="checkbox"
          ref={box}
          checked={isPublic}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => {
            if (target.checked) dialog.current?.showModal();
            else onChange(false);
          }}
        />
        <PublicLabel />
        <span className="hint" id={`${id}-hint`}>
          {say(publicBox.hint)}
        </span>
      </label>
      {isPublic && <input type="hidden" name="is_public" value="on" />}
      <Question dialog={dialog} onYes={() => onChange(true)} />
    </>
  );
}

function Question({ dialog, onYes }: { dialog: RefObject<HTMLDialogElement | null>; onYes: () => void }) {
  const headingId = useId();
  const close = () => dialog.current?.close();
  const agree = () => {
    onYes();
    close();
  };
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={headingId}>
      <div className="inner stack-s">
        <h2 id={headingId}>{say(publicBox.heading)}</h2>
        <p>{say(publicBox.consequence)}</p>
      </div>
      <div className="acts">
        <button className="btn btn-primary" type="button" onClick={agree}>
          {say(publicBox.confirm)}
        </button>
        <button className="btn btn-quiet" type="button" onClick={close}>
          {say(publicBox.cancel)}
        </button>
      </div>
    </dialog>
  );
}

/** Without scripts: the box is below its consequence. */
function StaticBox({ wasAnswered }: Pick<PublicBoxProps, 'wasAnswered'>) {
  return (
    <details className="public-plain" open={wasAnswered}>
      <summary>
        <PublicLabel />
      </summary>
      <label className="check">
        <input type="checkbox" name="is_public" value="on" defaultChecked={wasAnswered} />
        <span>{say(publicBox.staticConfirm)}</span>
        <span className="hint">{say(publicBox.consequence)}</span>
      </label>
    </details>
  );
}

/** A disabled box with the reason. */
function NotInPlan({ beyond: { strong, text, link }, errors }: { beyond: PlanBanner; errors: string[] | undefined }) {
  const id = useId();
  return (
    <div className={errors ? 'field has-error' : 'field'}>
      <label className="check is-off">
        <input type="checkbox" disabled aria-describedby={id} />
        <PublicLabel />
        <span className="hint" id={id}>
          {!errors && `${strong}. ${text} `}
          <PlanLink link={link} isApart />
        </span>
      </label>
      {errors && <p className="error">{errors.join(' ')}</p>}
    </div>
  );
}

/** What the box says. */
export function PublicLabel() {
  return <span>{sayRich(publicBox.label, { stamp: (children) => <span className="stamp">{children}</span> })}</span>;
}
