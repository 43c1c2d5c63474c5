import type { ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { useFocusAfterDeletion } from './dialog-focus.ts';

interface AnswerProps {
  /** Where the answer goes: a path of ours. */
  action: string;
  /** What the button that does it says. */
  label: string;
  look?: 'btn-danger-solid' | 'btn-primary';
  /** The safe way out. */
  keep: ReactNode;
  /** Whether what the question is about goes, and the question with it. */
  isDeletion?: boolean;
  replace?: boolean;
  preventScrollReset?: boolean;
  /** What goes along with the answer. */
  children?: ReactNode;
}

/** What stands below a question: the button that does what was asked about, and the safe way out. */
export function Answer({ label, look = 'btn-danger-solid', keep, isDeletion = false, children, ...form }: AnswerProps) {
  const isBusy = useNavigation().formAction === form.action;
  useFocusAfterDeletion(isDeletion && isBusy);
  return (
    <Form className="acts" method="post" {...form}>
      {children}
      <button className={`btn ${look}`} type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
        {label}
      </button>
      {keep}
    </Form>
  );
}
