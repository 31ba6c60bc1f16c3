/** docs/reference/quirks.md */

import { QUIRK_MEANINGS } from "../../src/contract/quirks.ts";
import { DROPPABLE } from "../../src/llm/quirks.ts";
import { makeTable } from "./table.ts";

export function makeQuirkReference(): string {
  const rows = Object.entries(QUIRK_MEANINGS).map(([flag, meaning]) => [`\`${flag}\``, meaning]);
  const droppable = [...DROPPABLE].toSorted().map((path) => `\`${path}\``);
  return `# Quirks

<!-- Made from src/contract/quirks.ts and src/llm/quirks/droppable.ts by \`npm run docs\`; edit those, not this page. -->

In what a vendor differs from the protocol it speaks, as flags on a provider. A flag that is absent means: as the protocol
has it. \`./parley relay check URL\` finds out which ones an endpoint needs.

${makeTable(["flag", "what it does"], rows)}

## What is learned

A vendor that refuses a request with a 400 or 422 that names the trouble is asked once more without it, and the flag is
remembered for the provider and the model. A field is left out only when the answer without it is still an answer to the
same question. These are:

${droppable.join(", ")}.

Never left out: what is asked (\`model\`, \`messages\`, \`system\`, \`input\`, \`contents\`), what may be done (\`tools\`,
\`tool_choice\`), what comes back (\`stream\`, \`n\`, \`stop\`, \`logprobs\`, \`logit_bias\`, \`modalities\`) and what limits the cost
(\`max_tokens\` and its other names). \`store\` and \`parallel_tool_calls\` stay when they are \`false\`. The client then sees the
vendor's refusal.
`;
}
