import { redirectWithToast, toast } from '#app/http/toast.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';

/**
 * Sends a visitor through signing in (spec.md section 5).
 * @param to a path of ours, where they go on afterwards
 */
export function askToSignIn(to: string): Promise<Response> {
  return redirectWithToast(
    `/auth?${new URLSearchParams({ to })}`,
    toast('error', say(accountRefusals['sign-in-first'])),
  );
}
