import { disposition } from './file-response.ts';

interface Lines {
  contentType: string;
  /** Of the download. */
  name: string;
  /** Of the request: reading ends when its client hangs up. */
  signal: AbortSignal;
}

/** Answers with a text that is read while it is sent. An error while reading cuts the answer off. */
export function linesResponse(parts: AsyncGenerator<string>, { contentType, name, signal }: Lines): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      signal.throwIfAborted();
      const { done, value } = await parts.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': contentType,
      'content-disposition': disposition('attachment', name),
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}
