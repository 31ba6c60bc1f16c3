/** The dialect's translation to and from the canonical form. */

import { randomText } from "../../../base/ids.ts";
import { type Codec, makeReader, makeWriter } from "../../codec.ts";
import { makeReducer } from "./read-events.ts";
import { readRequest, writeRequest } from "./request.ts";
import { readResponse, writeResponse } from "./response.ts";
import { beginWriting, writeEvent } from "./write-events.ts";

export const codec: Codec = {
  readRequest,
  writeRequest: (request) => writeRequest(request),
  readResponse: (text) => readResponse(text),
  writeResponse,
  makeEventReader: () => makeReader(makeReducer(randomText(16), Date.now())),
  makeEventWriter: (options) => makeWriter(beginWriting(options), writeEvent),
};
