/** What the create form loads once the choice to seal is made: the terms, the checks, and the steps. */
import { type Ref, type RefObject, useEffect, useImperativeHandle, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { Sealing, type SealingFacts } from '#app/components/seal/sealing.tsx';
import { SealTerms } from '#app/components/seal/terms.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { savedHref } from '#app/contents/saved-href.ts';
import type { Toast } from '#app/http/toast.ts';
import type { SealOrder } from '#app/sealed/sealing/orders.ts';
import { sealSteps } from '#messages/en/sealing.ts';
import { say } from '#messages/say.ts';
import { focusOn } from './form-state.ts';
import { orderOf, problemsOf, type SealErrors, type SealedForm } from './seal-form.ts';

export { NotPublic } from './not-public.tsx';

/** What the form calls. */
export interface SealHandle {
  /** Checks what is there, and begins. */
  seal(): void;
}

/** What the form shows. */
export interface SealView {
  errors: SealErrors;
  /** The steps are shown in place of the form. */
  isUnderWay: boolean;
  isSaved: boolean;
}

interface SealPanelProps extends SealedForm {
  handle: Ref<SealHandle>;
  onView: (view: SealView) => void;
  /** Where the steps are shown. */
  place: RefObject<HTMLElement | null>;
  sealing: SealingFacts;
}

/** The terms, inside of the form; the steps, beside it. */
export function SealPanel({ handle, onView, place, sealing, ...given }: SealPanelProps) {
  const [label, setLabel] = useState('');
  const [errors, setErrors] = useState<SealErrors>({});
  const [order, setOrder] = useState<SealOrder | null>(null);
  const [saved, setSaved] = useState<{ id: string; toast: Toast } | null>(null);
  const navigate = useNavigate();
  const seal = () => {
    const problems = problemsOf(given);
    setErrors(problems);
    if (Object.keys(problems).length > 0) requestAnimationFrame(() => focusOn(given.form, '[aria-invalid=true]'));
    else setOrder(orderOf(given));
  };
  useImperativeHandle(handle, () => ({ seal }));
  const [isUnderWay, isSaved] = [order !== null, saved !== null];
  useEffect(() => onView({ errors, isUnderWay, isSaved }), [onView, errors, isUnderWay, isSaved]);
  // An effect of a child shows the toast, and runs before this one.
  useEffect(() => {
    if (saved) navigate(savedHref([saved.id]));
  }, [saved, navigate]);
  const target = { address: '/create/upload', version: null, label };
  const steps = order && (
    <Sealing
      {...{ order, target, ...sealing }}
      onCancel={() => setOrder(null)}
      onSaved={(id) => setSaved({ id, toast: savedToast(id) })}
    />
  );
  return (
    <>
      <SealTerms type={given.kind.type} label={label} onLabel={setLabel} />
      <PageToast toast={saved?.toast} />
      {place.current && createPortal(steps, place.current)}
    </>
  );
}

function savedToast(id: string): Toast {
  return { id: `seal ${id}`, kind: 'success', text: say(sealSteps.saved), isRefusal: false };
}
