import { Form, useNavigation } from 'react-router';
import { profilePicture as texts } from '#messages/en/profile-picture.ts';
import { say } from '#messages/say.ts';

const ACTION = '/profile/picture';
const TYPES = 'image/jpeg,image/png,image/webp,image/gif,image/heic,image/heif,.heic,.heif';

export function PictureSection({ picture }: { picture: string | null }) {
  return (
    <section className="spread" aria-labelledby="h-picture">
      <div className="aside">
        <h2 id="h-picture">{say(texts.heading)}</h2>
        <p>{say(texts.aside)}</p>
      </div>
      <div className="body stack narrow">
        <PictureForm picture={picture} problem={null} />
        {picture && <RemoveForm />}
      </div>
    </section>
  );
}

interface PictureFormProps {
  /** The current picture's address; null without one. */
  picture: string | null;
  /** Why the last upload was refused; null where none was. */
  problem: string | null;
}

export function PictureForm({ picture, problem }: PictureFormProps) {
  const { formAction, formEncType } = useNavigation();
  const isBusy = formAction === ACTION && formEncType === 'multipart/form-data';
  return (
    <Form className="stack-s" method="post" action={ACTION} encType="multipart/form-data" preventScrollReset>
      <div className={problem ? 'field has-error' : 'field'}>
        <label htmlFor="picture">{say(texts.label)}</label>
        <p className="hint" id="picture-hint">
          {say(texts.hint)}
        </p>
        <input
          // Empties the field after an upload.
          key={picture}
          className="control"
          id="picture"
          type="file"
          name="picture"
          accept={TYPES}
          required
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? 'picture-error picture-hint' : 'picture-hint'}
        />
        {problem && (
          <p className="error" id="picture-error" role="alert">
            {problem}
          </p>
        )}
      </div>
      <div>
        <button className="btn btn-secondary" type="submit" aria-busy={isBusy} aria-disabled={isBusy}>
          {say(texts.submit)}
        </button>
      </div>
    </Form>
  );
}

function RemoveForm() {
  return (
    <Form method="post" action={ACTION} preventScrollReset>
      <button className="btn btn-quiet" type="submit" name="remove" value="on">
        {say(texts.remove)}
      </button>
    </Form>
  );
}
