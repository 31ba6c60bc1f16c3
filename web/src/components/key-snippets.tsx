/** How to use a key, for each kind of client: the code, ready to be copied. */

import { useMessages } from "../messages/index.ts";
import { CodeBlock } from "./code-block.tsx";
import { CopyButton } from "./copy-button.tsx";
import {
  addressForms,
  anthropicSnippet,
  curlSnippet,
  gatewaySnippet,
  geminiSnippet,
  openaiNodeSnippet,
  openaiPythonSnippet,
  type SnippetFacts,
} from "./snippets.ts";
import { Tabs } from "./tabs.tsx";

export function KeySnippets(facts: SnippetFacts) {
  const t = useMessages("snippets");
  const code = (id: string, label: string, text: string, note?: string) => ({
    id,
    label,
    content: (
      <div className="flex flex-col gap-2">
        {note !== undefined && <p className="text-sm text-muted">{note}</p>}
        <CodeBlock code={text} what={label} />
      </div>
    ),
  });
  return (
    <Tabs
      label={t.title}
      tabs={[
        code("curl", t.curl, curlSnippet(facts)),
        code(
          "openai-python",
          t.openaiPython,
          openaiPythonSnippet(facts),
          t.install("pip install openai"),
        ),
        code(
          "openai-node",
          t.openaiNode,
          openaiNodeSnippet(facts),
          t.install("npm install openai"),
        ),
        code("anthropic", t.anthropic, anthropicSnippet(facts), t.install("pip install anthropic")),
        code("gemini", t.gemini, geminiSnippet(facts), t.install("pip install google-genai")),
        code("gateway", t.gateway, gatewaySnippet(facts), t.gatewayNote),
        { id: "platform", label: t.platform, content: <PlatformForm {...facts} /> },
      ]}
    />
  );
}

/** What to type into another program's form, and which of the three addresses it means. */
function PlatformForm({ origin, secret }: SnippetFacts) {
  const t = useMessages("snippets");
  const [base, v1, full] = addressForms(origin);
  const forms = [
    [v1, t.formV1],
    [base, t.formBase],
    [full, t.formFull],
  ] as const;
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p className="text-muted">{t.platformNote}</p>
      <dl className="flex flex-col gap-2">
        {(
          [
            [t.platformKey, secret],
            [t.platformAddress, v1],
          ] as const
        ).map(([label, value]) => (
          <div key={label}>
            <dt className="text-xs text-faint">{label}</dt>
            <dd className="flex items-center gap-1">
              <code className="min-w-0 font-mono text-xs wrap-anywhere">{value}</code>
              <CopyButton text={value} what={label} />
            </dd>
          </div>
        ))}
      </dl>
      <div>
        <p className="font-medium">{t.formsTitle}</p>
        <ul className="mt-1 flex flex-col gap-1.5">
          {forms.map(([address, meaning]) => (
            <li key={address}>
              <code className="font-mono text-xs wrap-anywhere text-accent-ink">{address}</code>
              <span className="block text-xs text-muted">{meaning}</span>
            </li>
          ))}
        </ul>
        <p className="mt-2 text-xs text-faint">{t.formsAny}</p>
      </div>
    </div>
  );
}
