/** The dialect's translation to and from the canonical form. */

import { type Codec, makeReader, makeWriter } from "../../codec.ts";
import { eventReducer } from "./read-events.ts";
import { readRequest, writeRequest } from "./request.ts";
import { readResponse, writeResponse } from "./response.ts";
import { beginWriting, writeEvent } from "./write-events.ts";

export const codec: Codec = {
  readRequest,
  writeRequest,
  readResponse,
  writeResponse,
  makeEventReader: () => makeReader(eventReducer),
  makeEventWriter: (options) => makeWriter(beginWriting(options), writeEvent),
};
