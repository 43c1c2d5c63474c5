import { Link } from 'react-router';

/** The way to the end of an account; what it would mean is said there. */
export function DeleteSection() {
  return (
    <section className="spread" aria-labelledby="h-delete">
      <div className="aside">
        <h2 id="h-delete">Delete your account</h2>
        <p>You see everything that would go, before anything does.</p>
      </div>
      <div className="body">
        <Link className="btn btn-secondary" to="/profile/delete">
          Delete account
        </Link>
      </div>
    </section>
  );
}
