import type { DataStrategyResult } from 'react-router';

/** What the routes of a page answered, by their ids. */
export type Results = Record<string, DataStrategyResult>;

/**
 * Sends a form as a document where it was refused for want of a proof. Then the page stays as it was left.
 * @param sent the form
 * @param id of the route that refused; what it refused for another reason stays
 */
export async function sendAsDocument(sent: Request, results: Results, id: string): Promise<void> {
  if (!needsProof(results[id]?.result)) return;
  await send(sent);
  results[id] = { type: 'data', result: undefined };
}

/** The same for an error. @throws every other error */
export async function sendOrThrow(sent: Request, error: unknown): Promise<undefined> {
  if (!needsProof(error)) throw error;
  await send(sent);
}

function needsProof(refusal: unknown): boolean {
  return (refusal as Partial<Response> | null)?.statusText === 'step-up-required';
}

/** As a browser without scripts would. @returns when the browser comes back to this page with its back button */
async function send(sent: Request): Promise<void> {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = sent.url;
  for (const [name, value] of await sent.formData()) {
    const field = document.createElement('input');
    Object.assign(field, { type: 'hidden', name, value });
    form.append(field);
  }
  document.body.append(form);
  // A field may be called submit.
  HTMLFormElement.prototype.submit.call(form);
  await new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
  form.remove();
}
