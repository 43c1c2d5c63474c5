/** What is wrong with a form as a whole, said at its top. */
export function FormErrors({ errors, id }: { errors: string[] | undefined; id: string }) {
  if (!errors?.length) return null;
  return (
    <p className="error" id={id} role="alert">
      {errors.join(' ')}
    </p>
  );
}
