import {
  isMultipart,
  readSealed,
  readUpload,
  refuseAnnounced,
  saveSettled,
  type Upload,
  UploadRefused,
  uploadDigest,
} from '#app/contents/upload.ts';
import { contextOf } from '#app/middleware/context.ts';
import { callNeedsProof } from '#app/middleware/sensitive-verbs.ts';
import { AppError } from '#domain/errors.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { uploadTexts } from '#messages/en/upload-texts.ts';
import { say } from '#messages/say.ts';
import { requireProof } from '#services/accounts/step-up.ts';
import type { WholeContent } from '#services/contents/read-contents.ts';
import { claimKey, hashRequest, type KeyClaim, requireSame } from '#services/idempotency/keys.ts';
import { etagOf, versionIn } from './etag.ts';
import { callersKey, REPLAYED, requestOf } from './idempotency.ts';
import { type Call, WithHeaders } from './operation.ts';

const CREATED = 201;

/**
 * Saves the file of a multipart form. With an `Idempotency-Key` the key is claimed before the first byte is read. Two
 * requests are the same if their fields, the name and the hash of the file are: so a repetition is read to its end.
 */
export async function uploadFile(call: Call): Promise<WholeContent | WithHeaders<WholeContent>> {
  try {
    return await saveOnce(call);
  } catch (error) {
    throw error instanceof UploadRefused ? error.error : error;
  }
}

/** Puts the parcel of a multipart form in the place of a content. */
export async function sealFile({ request, context, session, params }: Call): Promise<WithHeaders<WholeContent>> {
  requireForm(request, 'file');
  try {
    const content = { id: params.id ?? '', expected: versionIn(request) };
    const sealed = await readSealed(request, context, session.user.id, content);
    return new WithHeaders(sealed, { ETag: etagOf(sealed.version) });
  } catch (error) {
    throw error instanceof UploadRefused ? error.error : error;
  }
}

/** @throws AppError unsupported-media-type unless the request is a form that can carry a file in this part */
export function requireForm(request: Request, part: string): void {
  if (!isMultipart(request))
    throw new AppError('unsupported-media-type', say(requestRefusals['not-a-form'], { field: part }));
}

async function saveOnce(call: Call): Promise<WholeContent | WithHeaders<WholeContent>> {
  const { request, context } = call;
  requireForm(request, 'file');
  const caller = callersKey(call);
  if (!caller) return save(call, null);
  const services = contextOf(context);
  const claim = await claimKey<WholeContent>(services, caller);
  if (claim.kind === 'claimed') return save(call, claim);
  const asked = requestOf(request, await uploadDigest(request));
  requireSame(claim, await hashRequest(services, caller, asked));
  return new WithHeaders(claim.answer, REPLAYED);
}

async function save(call: Call, claim: KeyClaim | null): Promise<WholeContent> {
  const { request, context, session } = call;
  try {
    await refuseAnnounced(request, context, session.user.id);
    const alongside = claim ? settling(call, claim) : undefined;
    const proved = saveSettled((fields) => {
      if (callNeedsProof('uploadFile', fields)) requireProof(contextOf(context), session);
      return fields;
    });
    return saved(await readUpload(request, context, () => session.user.id, alongside, proved));
  } catch (error) {
    await claim?.free();
    throw error;
  }
}

/** Stores the answer in the transaction that makes the file exist. */
function settling({ request, context }: Call, claim: KeyClaim) {
  return async (em: ReturnType<typeof contextOf>['em'], content: WholeContent, digest: unknown) => {
    const asked = requestOf(request, digest);
    await claim.settle({ ...contextOf(context), em }, { request: asked, status: CREATED, answer: content });
  };
}

function saved(upload: Upload): WholeContent {
  if (upload.kind === 'saved') return upload.content;
  const message = say(uploadTexts['file-missing']);
  throw AppError.atField('validation-failed', 'file', message);
}
