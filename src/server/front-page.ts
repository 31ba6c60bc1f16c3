/** `/` for programs: says what this is and where things are. Browsers get the console. */

import { COMMON_HEADERS } from "./api/error-answer.ts";
import { VERSION } from "./version.ts";

const PLACES = [
  [
    "/v1/chat/completions",
    "call models with an API key (also /v1/models, /v1/embeddings, /v1/completions)",
  ],
  ["/", "the console, in a browser"],
  ["/api/openapi.json", "the management API, described; sign in or send an access token"],
  ["/healthz", "alive"],
  ["/readyz", "ready to serve"],
  ["/metrics", "Prometheus"],
] as const;

const TITLE = `Parley ${VERSION}`;
const ABOUT = "One chat-completions endpoint and one key in front of every model vendor.";
const HELP = "Make a key with: ./parley relay key create --name NAME";

export function makeFrontPage(): Response {
  return new Response(TEXT, {
    headers: { ...COMMON_HEADERS, "content-type": "text/plain; charset=utf-8" },
  });
}

const TEXT = `${TITLE}
${ABOUT}

${PLACES.map(([path, about]) => `${path.padEnd(22)} ${about}`).join("\n")}

${HELP}
`;
