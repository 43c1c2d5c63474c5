/** What is wrong with a form as a whole, said at its top. */
export function FormErrors({ errors }: { errors: string[] | undefined }) {
  if (!errors?.length) return null;
  return (
    <p className="error" role="alert">
      {errors.join(' ')}
    </p>
  );
}
