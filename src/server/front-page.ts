/** `/`: says what this is and where things are. The console takes its place later. */

import { COMMON_HEADERS } from "./api/error-answer.ts";
import { VERSION } from "./version.ts";

const PLACES = [
  [
    "/v1/chat/completions",
    "call models with an API key (also /v1/models, /v1/embeddings, /v1/completions)",
  ],
  ["/api/openapi.json", "the management API, described; sign in or send an access token"],
  ["/healthz", "alive"],
  ["/readyz", "ready to serve"],
  ["/metrics", "Prometheus"],
] as const;

const TITLE = `Parley ${VERSION}`;
const ABOUT = "One chat-completions endpoint and one key in front of every model vendor.";
const HELP = "Make a key with: ./parley relay key create --name NAME";

export function makeFrontPage(request: Request): Response {
  const asHtml = (request.headers.get("accept") ?? "").includes("text/html");
  return new Response(asHtml ? HTML : TEXT, {
    headers: {
      ...COMMON_HEADERS,
      "content-type": `${asHtml ? "text/html" : "text/plain"}; charset=utf-8`,
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
    },
  });
}

const TEXT = `${TITLE}
${ABOUT}

${PLACES.map(([path, about]) => `${path.padEnd(22)} ${about}`).join("\n")}

${HELP}
`;

const HTML = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${TITLE}</title>
<h1>${TITLE}</h1>
<p>${ABOUT}</p>
<dl>
${PLACES.map(([path, about]) => `<dt><code>${path}</code></dt><dd>${about}</dd>`).join("\n")}
</dl>
<p>${HELP}</p>
</html>
`;
