import type { FormAnswer } from '#app/http/form.ts';

/** The answers to a question of the server, which has checked the form. */
export function FormAnswers({ answers }: { answers: readonly FormAnswer[] | undefined }) {
  return (
    answers && (
      <p className="row">
        {answers.map((answer) => (
          <button className="btn btn-secondary" type="submit" formNoValidate key={answer.value} {...answer} />
        ))}
      </p>
    )
  );
}
