/** The OpenAPI document without a server: for docs/reference/openapi.json and for tests. */

import { app } from "./api/app.ts";
import { makeDocument, type OpenApiDocument } from "./api/document.ts";

export function makeOpenApiDocument(): OpenApiDocument {
  return makeDocument(app);
}
