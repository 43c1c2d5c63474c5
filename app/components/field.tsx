/** The fields of a form: everything that a screen reader needs tied together. */
import { type FieldMetadata, getInputProps, getSelectProps, getTextareaProps } from '@conform-to/react';
import type { ComponentProps, ReactNode } from 'react';
import { forms } from '#messages/en/forms.ts';
import { say } from '#messages/say.ts';
import { useFirstFocus } from './checked-form.tsx';

/** What Conform knows of a field with text. */
export type TextMeta = FieldMetadata<string | null | undefined>;

interface LabelProps {
  label: string;
  /** Says beside the label that nothing has to be entered. */
  optional?: boolean;
  /** What helps before typing; it is read together with the field. */
  hint?: ReactNode;
  /** What is below the control and may change while typing. */
  note?: ReactNode;
  meta: FieldMetadata;
}

interface FieldProps extends LabelProps {
  /** An error that does not come from the form's schema or from the server. */
  error?: string | null;
  children: ReactNode;
}

/** A label, its hint, the control and its errors. */
export function Field({ label, optional = false, hint, note, meta, error, children }: FieldProps) {
  const errors = error ? [error] : meta.errors;
  return (
    <div className={errors ? 'field has-error' : 'field'}>
      <label htmlFor={meta.id}>
        {label} {optional && <span className="opt">{say(forms.optional)}</span>}
      </label>
      {hint && (
        <p className="hint" id={meta.descriptionId}>
          {hint}
        </p>
      )}
      {children}
      <FieldError meta={meta} errors={errors} />
      {note && <p className="hint">{note}</p>}
    </div>
  );
}

/** The errors of a field, with the id by which its control refers to them. */
export function FieldError({ meta, errors = meta.errors }: { meta: FieldMetadata; errors?: string[] | undefined }) {
  if (!errors) return null;
  return (
    <p className="error" id={meta.errorId}>
      {errors.join(' ')}
    </p>
  );
}

type InputFieldProps = LabelProps &
  Omit<ComponentProps<'input'>, 'type'> & { type: Exclude<InputType, 'checkbox' | 'radio'> };
type InputType = Parameters<typeof getInputProps>[1]['type'];

/** A field with one input. The properties that it does not know are the input's. */
export function InputField({ label, optional, hint, note, meta, type, ...props }: InputFieldProps) {
  const ariaDescribedBy = hint ? meta.descriptionId : undefined;
  const focus = useFirstFocus(meta.id);
  return (
    <Field {...{ label, optional, hint, note, meta }}>
      <input className="control" {...getInputProps(meta, { type, ariaDescribedBy })} {...focus} {...props} />
    </Field>
  );
}

/** A field with a choice; its children are the options. */
export function SelectField({ children, ...props }: LabelProps & { children: ReactNode }) {
  const { hint, meta } = props;
  const ariaDescribedBy = hint ? meta.descriptionId : undefined;
  const focus = useFirstFocus(meta.id);
  return (
    <Field {...props}>
      <span className="select">
        <select className="control" {...getSelectProps(meta, { ariaDescribedBy })} {...focus}>
          {children}
        </select>
      </span>
    </Field>
  );
}

type TextFieldProps = LabelProps & ComponentProps<'textarea'>;

/** A field with several lines. The properties that it does not know are the text area's. */
export function TextField({ label, optional, hint, note, meta, ...props }: TextFieldProps) {
  const ariaDescribedBy = hint ? meta.descriptionId : undefined;
  const focus = useFirstFocus(meta.id);
  return (
    <Field {...{ label, optional, hint, note, meta }}>
      <textarea className="control" {...getTextareaProps(meta, { ariaDescribedBy })} {...focus} {...props} />
    </Field>
  );
}
