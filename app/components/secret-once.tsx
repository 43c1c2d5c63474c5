interface SecretOnceProps {
  heading: string;
  text: string;
  label: string;
  secret: string;
}

/** The one time that a new secret is shown. */
export function SecretOnce({ heading, text, label, secret }: SecretOnceProps) {
  return (
    <section className="spread" aria-labelledby="h-made" role="status">
      <div className="aside">
        <h2 id="h-made">{heading}</h2>
        <p>{text}</p>
      </div>
      <div className="body field">
        <label htmlFor="made">{label}</label>
        <input
          className="control"
          id="made"
          type="text"
          value={secret}
          readOnly
          autoComplete="off"
          spellCheck={false}
        />
      </div>
    </section>
  );
}
