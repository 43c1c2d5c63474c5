import type { ReactNode } from 'react';
import { PageToast } from '#app/components/toasts.tsx';
import type { Toast } from '#app/http/toast.ts';

interface QuestionPageProps {
  /** The name of the page; the question itself is below. */
  name: string;
  headingId: string;
  toast: Toast | null | undefined;
  children: ReactNode;
}

/** A question on a page of its own. */
export function QuestionPage({ name, headingId, toast, children }: QuestionPageProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={toast} />
      <h1 className="vh">{name}</h1>
      <section className="question" aria-labelledby={headingId}>
        {children}
      </section>
    </main>
  );
}
