/** What `parley start` says when it is ready. */

import type { KeyCreated } from "../../contract/key.ts";
import type { Paint } from "../paint.ts";
import { renderFacts } from "../text-table.ts";

export interface StartFacts {
  readonly version: string;
  readonly program: string;
  readonly url: string;
  /** The address as configured; `url` has the loopback one in place of a wildcard. */
  readonly host: string;
  readonly home: string;
  readonly database: string;
  /** Undefined: Parley has an owner. */
  readonly setupCode: string | undefined;
  /** Made by this start, because there was no key at all. */
  readonly firstKey: KeyCreated | undefined;
  /** A model to try; undefined: none is served. */
  readonly model: string | undefined;
}

export function bannerText(facts: StartFacts, paint: Paint): string {
  const { url, setupCode, firstKey, program } = facts;
  const places = renderFacts(
    [
      ["Console", url],
      ["Relay", `${url}/v1`],
      ["Management", `${url}/api`],
      ["Health", `${url}/healthz  ${url}/readyz  ${url}/metrics`],
      [
        "Open to",
        isWildcard(facts.host) ? "the network, on every address of this machine" : undefined,
      ],
      ["Home", `${facts.home} (${facts.database})`],
      [
        "Setup code",
        setupCode &&
          `${setupCode} (to own this Parley: open the console, or ${program} owner create --code ${setupCode} --name NAME)`,
      ],
      ["First key", firstKey && `${firstKey.key} (shown this once)`],
    ],
    paint,
  );
  const parts = [
    `${paint.bold(`Parley ${facts.version}`)} is running. Ctrl-C stops it.`,
    indent(places),
    `Try it:\n\n${indent(curlLine(facts))}`,
  ];
  if (!firstKey)
    parts.push(`Make a key for $PARLEY_API_KEY: ${program} relay key create --name NAME`);
  return `${parts.join("\n\n")}\n\n`;
}

/** One line that works when pasted: with the key itself while it is known, else with a variable. */
export function curlLine({ url, firstKey, model }: StartFacts): string {
  const body = JSON.stringify({
    model: model ?? "MODEL",
    messages: [{ role: "user", content: "Hello" }],
  });
  const json = body.replaceAll("'", String.raw`'\''`);
  const key = firstKey?.key ?? "$PARLEY_API_KEY";
  return `curl ${url}/v1/chat/completions -H "Authorization: Bearer ${key}" -H "Content-Type: application/json" -d '${json}'`;
}

function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, "  ");
}
