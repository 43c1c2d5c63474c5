import { redirectWithToast, toast } from '#app/http/toast.ts';
import { type Provider, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';

interface Deletion {
  /** @throws AppError not-found when it was deleted meanwhile */
  remove: (id: string) => Promise<unknown>;
  /** Where the list is. */
  page: string;
  deleted: string;
  notDeleted: string;
  /** For the log. */
  failure: string;
}

/**
 * Deletes one row of a list of an account, by its button, and returns to the list.
 * @param id as the form has it. What is not there is gone, which is what was wanted.
 */
export async function deleteListed(
  context: Provider,
  id: string,
  { remove, page, deleted, notDeleted, failure }: Deletion,
): Promise<Response> {
  try {
    if (isId(id)) await remove(id).catch(asDeleted);
    return await redirectWithToast(page, toast('success', deleted));
  } catch (error) {
    if (error instanceof Response) throw error;
    context.get(webDeps).log.error({ err: error }, failure);
    return redirectWithToast(page, toast('error', notDeleted));
  }
}

function asDeleted(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'not-found')) throw error;
}
