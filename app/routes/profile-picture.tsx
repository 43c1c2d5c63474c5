import { data, Link } from 'react-router';
import { drawInTurn, readPicture } from '#app/accounts/picture.ts';
import { PictureForm } from '#app/components/profile/picture-section.tsx';
import { PageToast } from '#app/components/toasts.tsx';
import { isMultipart } from '#app/contents/upload.ts';
import { STATUS } from '#app/http/errors.ts';
import { readForm } from '#app/http/form.ts';
import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountOf, contextOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { formReplies } from '#messages/en/forms.ts';
import { profileAnswers } from '#messages/en/profile-answers.ts';
import { profilePicture as texts } from '#messages/en/profile-picture.ts';
import { say } from '#messages/say.ts';
import { changeProfile } from '#services/accounts/account.ts';
import { pictureRefused, savePicture } from '#services/accounts/pictures.ts';
import type { Route } from './+types/profile-picture.ts';

export const meta: Route.MetaFunction = () => [{ title: say(texts.title) }];

/** Saves the picture of a form, or removes the present one where the form says `remove`. */
export async function action({ request, context }: Route.ActionArgs) {
  try {
    const { id } = accountOf(context);
    if (isMultipart(request))
      await savePicture(contextOf(context), id, await readPicture(request), drawInTurn(context));
    else if ((await readForm(request)).has('remove')) await changeProfile(contextOf(context), id, { picture: null });
    else throw pictureRefused(say(accountRefusals['picture-missing']));
    return await redirectWithToast('/profile', toast('success', say(profileAnswers.saved)));
  } catch (error) {
    if (error instanceof Response) throw error;
    const failure = toast('error', say(profileAnswers.notSaved));
    if (error instanceof AppError)
      return data({ toast: failure, problem: error.message }, { status: STATUS[error.code] });
    context.get(webDeps).log.error({ err: error }, 'a picture could not be changed');
    return data({ toast: failure, problem: say(formReplies.nothingChanged) }, { status: STATUS.unavailable });
  }
}

/** The picture alone: the profile's form posts here, and this page says what is wrong with it. */
export default function ProfilePicture({ actionData }: Route.ComponentProps) {
  return (
    <main className="main wrap" id="main">
      <PageToast toast={actionData?.toast} />
      <div className="create">
        <div className="head">
          <h1>{say(texts.pageHeading)}</h1>
        </div>
        <div className="form-stack">
          <PictureForm picture={null} problem={actionData?.problem ?? null} />
          <p>
            <Link to="/profile">{say(texts.back)}</Link>
          </p>
        </div>
      </div>
    </main>
  );
}
