import { data, Link } from 'react-router';
import { PictureForm } from '#app/components/profile/picture-section.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { STATUS } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { drawInTurn, readPicture } from '#app/http/picture.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { isMultipart } from '#app/http/upload.ts';
import { accountOf, contextOf, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { changeProfile } from '#services/accounts/account.ts';
import { pictureRefused, savePicture } from '#services/accounts/pictures.ts';
import type { Route } from './+types/profile-picture.ts';

export const meta: Route.MetaFunction = () => [{ title: 'Your picture · Stillhere' }];

/** A form with a picture keeps it; one that says `remove` takes it away. */
export async function action({ request, context }: Route.ActionArgs) {
  try {
    const { id } = accountOf(context);
    if (isMultipart(request)) await savePicture(contextOf(context), id, await readPicture(request), drawInTurn);
    else if ((await readForm(request)).has('remove')) await changeProfile(contextOf(context), id, { picture: null });
    else throw pictureRefused('Please choose a picture.');
    return await redirectWithToast('/profile', toast('success', 'Profile updated!'));
  } catch (error) {
    if (error instanceof Response) throw error;
    const failure = toast('error', 'Failed to update profile');
    if (error instanceof AppError)
      return data({ toast: failure, problem: error.message }, { status: STATUS[error.code] });
    context.get(webParts).log.error({ err: error }, 'a picture could not be changed');
    const problem = 'Something went wrong on our side. Nothing was changed; please try again in a moment.';
    return data({ toast: failure, problem }, { status: STATUS.unavailable });
  }
}

/** The picture alone: where the form of the profile comes back to when something is wrong with it. */
export default function ProfilePicture({ actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head">
          <h1>Your picture</h1>
        </div>
        <div className="desk">
          <PictureForm picture={null} problem={actionData?.problem ?? null} />
          <p>
            <Link to="/profile">Back to the profile</Link>
          </p>
        </div>
      </div>
    </main>
  );
}
