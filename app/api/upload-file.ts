import { readUpload, refuseAnnounced, type Upload, UploadRefused, uploadDigest } from '#app/http/upload.ts';
import { contextOf } from '#app/middleware/context.ts';
import { NO_FILE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import type { ContentView } from '#services/contents/content-view.ts';
import { type Claim, claimKey, hashRequest, requireSame } from '#services/idempotency/keys.ts';
import { askedOf, callersKey, REPLAYED } from './idempotency.ts';
import { type Call, Headed } from './operation.ts';

const CREATED = 201;

/** A content with an empty text, as lists have it. */
type FileView = ContentView & { content: string };

/**
 * Keeps the file of a multipart form. With an `Idempotency-Key` the key is claimed before the first byte, and what was
 * asked is what came: the fields, the name and the hash of the file. So a repetition is read to its end, and not kept.
 */
export async function uploadFile(call: Call): Promise<FileView | Headed<FileView>> {
  try {
    return await keepOnce(call);
  } catch (error) {
    throw error instanceof UploadRefused ? error.error : error;
  }
}

async function keepOnce(call: Call): Promise<FileView | Headed<FileView>> {
  const { request, context } = call;
  if (!/^multipart\/form-data\b/i.test(request.headers.get('content-type') ?? ''))
    throw new AppError('unsupported-media-type', 'Send this as multipart/form-data, with the file in the field file.');
  const caller = callersKey(call);
  if (!caller) return keepNew(call, null);
  const services = contextOf(context);
  const claim = await claimKey<FileView>(services, caller);
  if (claim.kind === 'claimed') return keepNew(call, claim);
  const asked = askedOf(request, await uploadDigest(request));
  requireSame(claim, await hashRequest(services, caller, asked));
  return new Headed(claim.answer, REPLAYED);
}

async function keepNew(call: Call, claim: Claim | null): Promise<FileView> {
  const { request, context, session } = call;
  try {
    await refuseAnnounced(request, context, session.user.id);
    return kept(await readUpload(request, context, () => session.user.id, claim ? settling(call, claim) : undefined));
  } catch (error) {
    await claim?.free();
    throw error;
  }
}

/** The answer is kept in the transaction that makes the file true. */
function settling({ request, context }: Call, claim: Claim) {
  return async (em: ReturnType<typeof contextOf>['em'], content: ContentView, digest: unknown) => {
    const asked = askedOf(request, digest);
    await claim.settle({ ...contextOf(context), em }, { asked, status: CREATED, answer: viewOf(content) });
  };
}

function kept(upload: Upload): FileView {
  if (upload.kind === 'saved') return viewOf(upload.content);
  throw new AppError('validation-failed', NO_FILE, [{ field: 'file', message: NO_FILE }]);
}

function viewOf(content: ContentView): FileView {
  return { ...content, content: '' };
}
