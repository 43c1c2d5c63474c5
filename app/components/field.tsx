import type { ReactNode } from 'react';
import type { FormField } from './use-form.ts';

interface FieldProps {
  label: string;
  /** Says beside the label that nothing has to be entered. */
  optional?: boolean;
  /** What helps before typing; read together with the field. */
  hint?: ReactNode;
  /** What stands under the control and may change while typing. */
  note?: ReactNode;
  meta: FormField;
  /** The control itself, with the attributes of `controlProps`. */
  children: ReactNode;
}

/** A label, its hint, the control and what is wrong with it: everything a screen reader needs tied together. */
export function Field({ label, optional = false, hint, note, meta, children }: FieldProps) {
  const errors = meta.errors ?? [];
  return (
    <div className={errors.length > 0 ? 'field has-error' : 'field'}>
      <label htmlFor={meta.id}>
        {label} {optional && <span className="opt">(optional)</span>}
      </label>
      {hint && (
        <p className="hint" id={meta.descriptionId}>
          {hint}
        </p>
      )}
      {children}
      {errors.length > 0 && (
        <p className="error" id={meta.errorId}>
          {errors.join(' ')}
        </p>
      )}
      {note && <p className="hint">{note}</p>}
    </div>
  );
}
