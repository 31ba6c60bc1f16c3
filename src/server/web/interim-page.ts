/** What a browser sees while the console is being built, or when that failed. Neither needs a script. */

const STYLE =
  ":root{color-scheme:light dark}body{margin:0;min-height:100vh;display:grid;place-content:center;justify-items:center;" +
  "font:15px/1.6 system-ui,sans-serif}main{max-width:40rem;padding:1rem}pre{white-space:pre-wrap;font-size:13px}";

const STYLE_HASH = new Bun.CryptoHasher("sha256").update(STYLE).digest("base64");

export function makeWaitingPage(): Response {
  return makePage(
    200,
    `<meta http-equiv="refresh" content="1"><title>Parley</title>`,
    "<p>Preparing the console… 正在准备控制台……</p>",
  );
}

export function makeFailedPage(reason: string): Response {
  return makePage(
    500,
    "<title>Parley</title>",
    `<h1>The console could not be built</h1><p>The relay, its API and the command line work without it.</p>` +
      `<pre>${Bun.escapeHTML(reason)}</pre>`,
  );
}

function makePage(status: number, head: string, body: string): Response {
  const html =
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
    `${head}<style>${STYLE}</style><main>${body}</main></html>\n`;
  return new Response(html, {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; frame-ancestors 'none'`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
  });
}
