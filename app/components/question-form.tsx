import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { useFocusAfterDeletion } from './dialog-focus.ts';

interface QuestionFormProps {
  /** The path that it is sent to. */
  action: string;
  /** The label of the button that confirms. */
  label: string;
  look?: 'btn-danger-solid' | 'btn-primary';
  /** The button that changes nothing. */
  cancel: ReactNode;
  /** The subject of the question is deleted, and the question disappears with it. */
  isDeletion?: boolean;
  replace?: boolean;
  preventScrollReset?: boolean;
  /** Hidden fields. */
  children?: ReactNode;
}

/** The form below a question: the button that confirms, and the one that changes nothing. */
export function QuestionForm({
  label,
  look = 'btn-danger-solid',
  cancel,
  isDeletion = false,
  children,
  ...form
}: QuestionFormProps) {
  const isBusy = useNavigation().formAction === form.action;
  useFocusAfterDeletion(isDeletion && isBusy);
  return (
    <Form className="acts" method="post" {...form}>
      {children}
      <button className={`btn ${look}`} type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
        {label}
      </button>
      {cancel}
    </Form>
  );
}
