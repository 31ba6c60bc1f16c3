/** Reads a request body within its limit. */

import { AppError } from "../base/errors.ts";

const MIB = 1024 * 1024;

/** Throws AppError for a wrong content type, an encoding we do not read, or too many bytes. */
export async function readBody(request: Request, limitMb: number): Promise<string> {
  const type = request.headers.get("content-type");
  if (type !== null && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type)) {
    throw new AppError(
      "unsupported_media_type",
      `The body is sent as \`${type.slice(0, 100)}\`. Send JSON with \`Content-Type: application/json\`.`,
    );
  }
  const encoding = request.headers.get("content-encoding");
  if (encoding !== null && encoding !== "identity") {
    throw new AppError(
      "unsupported_media_type",
      "Compressed request bodies are not supported. Send plain JSON.",
    );
  }
  const limit = limitMb * MIB;
  const declared = request.headers.get("content-length");
  if (declared !== null) {
    if (Number(declared) > limit) throw tooLarge(limitMb);
    return request.text();
  }
  return readUnmeasured(request, limit, limitMb);
}

/** Reads a form with files. Throws AppError for anything else, or for too many bytes. */
export async function readForm(request: Request, limitMb: number): Promise<FormData> {
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) {
    throw new AppError(
      "unsupported_media_type",
      "This endpoint takes a form: `Content-Type: multipart/form-data`.",
    );
  }
  const declared = request.headers.get("content-length");
  if (declared === null || Number(declared) > limitMb * MIB) throw tooLarge(limitMb);
  try {
    return (await request.formData()) as FormData;
  } catch (cause) {
    throw new AppError("invalid_request", "The form cannot be read.", {}, { cause });
  }
}

/** A body that does not say its length is read only as far as the limit. */
async function readUnmeasured(request: Request, limit: number, limitMb: number): Promise<string> {
  if (!request.body) return "";
  const decoder = new TextDecoder();
  let size = 0;
  let text = "";
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(limitMb);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

function tooLarge(limitMb: number): AppError {
  return new AppError(
    "body_too_large",
    `The body is larger than the limit of ${limitMb} MiB (relay.bodyLimitMb).`,
  );
}
