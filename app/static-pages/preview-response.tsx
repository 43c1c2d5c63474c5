import type { Submission } from '@conform-to/react';
import { accountOf, contextOf, type Provider, vaultOf, webDeps } from '#app/middleware/context.ts';
import { checkFiles } from '#app/recipients/files.ts';
import { AppError } from '#domain/errors.ts';
import { previewPage } from '#messages/en/preview-page.ts';
import { sayAll } from '#messages/say.ts';
import { openFile } from '#services/contents/open-file.ts';
import type { Preview, PreviewContext } from '#services/recipients/preview.ts';
import { Message } from './layout.tsx';
import { refusal } from './loader-answers.ts';
import { PreviewedPage, PreviewPage, type PreviewSource, type ShownPreview } from './preview-page.tsx';
import { fallbackToFileTrouble, staticDocument, staticResponse } from './rendered-response.tsx';
import { TroublePage } from './trouble-page.tsx';

/** What a form lacks before it can be previewed: sentences. */
export class Incomplete extends Error {
  override readonly name = 'Incomplete';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super('The form is not complete.');
    this.problems = problems;
  }

  /** @param submission that a schema refused */
  static of(submission: Submission<unknown, string[], unknown>): Incomplete {
    const errors = submission.status === 'error' ? submission.error : null;
    return new Incomplete(Object.values(errors ?? {}).flatMap((sentences) => sentences ?? []));
  }
}

/** @returns what the verbs of previews work with */
export function previewContextOf(context: Provider): PreviewContext {
  return { ...contextOf(context), appOrigin: context.get(webDeps).appOrigin };
}

/**
 * @param work makes the preview
 * @returns its page; where there is none, a page that says why
 */
export async function previewResponse(
  context: Provider,
  source: PreviewSource,
  work: () => Promise<Preview>,
): Promise<Response> {
  try {
    const shown = await checked(context, accountOf(context).id, await work());
    return own(staticResponse(context, <PreviewPage {...shown} source={source} />));
  } catch (thrown) {
    const problems = problemsIn(thrown);
    if (problems) return own(staticResponse(context, <IncompletePage problems={problems} />, 422));
    const { trouble, status } = refusal(context, thrown);
    return own(staticResponse(context, <NoPreview explanation={trouble.explanation} />, status));
  }
}

/** @returns the recipient's page of an owner's preview as a whole document, for programs */
export async function previewDocument(context: Provider, ownerId: string, preview: Preview): Promise<string> {
  return staticDocument(<PreviewedPage {...(await checked(context, ownerId, preview))} />);
}

/** With the files that cannot be shown, as recipients would see them. */
async function checked(context: Provider, ownerId: string, preview: Preview): Promise<ShownPreview> {
  const { delivery: page, absent } = await checkFiles(context, preview.page, (id) =>
    openFile(vaultOf(context), { accountId: ownerId }, id),
  );
  return { preview: { ...preview, page }, absent: Object.fromEntries(absent) };
}

function problemsIn(thrown: unknown): readonly string[] | null {
  if (thrown instanceof Incomplete) return thrown.problems;
  if (!(thrown instanceof AppError) || thrown.code !== 'validation-failed') return null;
  return thrown.fields.length > 0 ? thrown.fields.map(({ message }) => message) : [thrown.message];
}

/** @returns the file of a preview, or why it cannot be shown: as a page where a person opened its address */
export async function ownFile(context: Provider, request: Request, serve: () => Promise<Response>): Promise<Response> {
  return own(await fallbackToFileTrouble(context, request, serve));
}

/** With the cache rule of every page of a signed-in person, instead of that of a recipient's. */
function own(response: Response): Response {
  response.headers.delete('cache-control');
  return response;
}

function IncompletePage({ problems }: { problems: readonly string[] }) {
  const { heading, lead, advice } = sayAll(previewPage.incomplete);
  return (
    <Message heading={heading}>
      <p className="lead">{lead}</p>
      <ul>
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
      <p>{advice}</p>
    </Message>
  );
}

function NoPreview({ explanation }: { explanation: string | null }) {
  const { heading, trouble, back } = sayAll(previewPage.none);
  return <TroublePage heading={heading} lead={explanation ?? trouble} advice={<a href="/schedule">{back}</a>} />;
}
