import { Link } from 'react-router';

interface EmailSectionProps {
  email: string;
  isConfirmed: boolean;
}

/** How somebody signs in and is reached, and the way to another address. */
export function EmailSection({ email, isConfirmed }: EmailSectionProps) {
  return (
    <section className="spread" aria-labelledby="h-email">
      <div className="aside">
        <h2 id="h-email">Email</h2>
        <p>This is how you sign in, and where our messages go.</p>
      </div>
      <div className="body stack">
        <p>
          <strong>{email}</strong>
          <br />
          <span className="soft">
            {isConfirmed ? 'Confirmed. Whoever gets something from you can answer there.' : 'Not confirmed yet.'}
          </span>
        </p>
        <div>
          <Link className="btn btn-secondary" to="/profile/email">
            Change your email
          </Link>
        </div>
      </div>
    </section>
  );
}
