import { type FieldMetadata, type FormMetadata, getFormProps } from '@conform-to/react';
import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react';
import { Form } from 'react-router';
import { forms } from '#messages/en/forms.ts';
import { say } from '#messages/say.ts';

/** One error is shown at its field, where the focus is. More do not fit on one screen. */
const LISTED_FROM = 2;

interface Problems {
  /** The id and the errors of the whole form. */
  form: Pick<FormMetadata, 'errorId' | 'errors'>;
  /** The fields with errors, in the order of the page. */
  fields: readonly FieldMetadata[];
  /** The id of the control that a page without scripts focuses. */
  focused: string | undefined;
}

const ProblemsContext = createContext<Problems>({ form: { errorId: '', errors: undefined }, fields: [], focused: '' });

interface CheckedFormProps extends ComponentProps<typeof Form> {
  form: FormMetadata;
  /** In the order of the page. */
  fields: readonly FieldMetadata[];
}

/** React Router's form with Conform's props; `FormErrors` and the fields inside it share what is wrong. */
export function CheckedForm({ form, fields, ...props }: CheckedFormProps) {
  const wrong = fields.filter(({ errors }) => errors);
  const focused = wrong[0]?.id ?? (form.errors && fields[0]?.id);
  return (
    <ProblemsContext value={{ form, fields: wrong, focused }}>
      <Form {...getFormProps(form)} {...props} />
    </ProblemsContext>
  );
}

/**
 * The focus of a page without scripts. With scripts, Conform moves the focus.
 * @param id of a control
 * @returns `autoFocus` for the first wrong control of a form that came back
 */
export function useFirstFocus(id: string): { autoFocus: boolean } {
  return { autoFocus: useContext(ProblemsContext).focused === id };
}

/** The errors of the form: those of the whole form, and several fields as a list of links. */
export function FormErrors() {
  const { form, fields } = useContext(ProblemsContext);
  const whole = form.errors ?? [];
  const isList = fields.length > 0 && fields.length + whole.length >= LISTED_FROM;
  if (whole.length === 0 && !isList) return null;
  const heading = whole.length > 0 ? whole.join(' ') : say(forms.wrong, { count: fields.length });
  return (
    <div className="problems" role="alert">
      <p className="error" id={form.errors && form.errorId}>
        {heading}
      </p>
      {isList && (
        <ul>
          {fields.map(({ id, errors }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={focusField}>
                {errors?.join(' ')}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Without a change of the address: that would be another page, without the errors. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
