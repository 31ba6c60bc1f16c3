import type { RequestDetail } from "../../api/contract.ts";
import { CodeTabs } from "../../components/code-block.tsx";
import { useMessages } from "../../messages/index.ts";
import { Section } from "./section.tsx";

export function Bodies({ bodies }: { readonly bodies: RequestDetail["bodies"] }) {
  const t = useMessages("requests").detail;
  return (
    <Section title={t.bodies}>
      {bodies === null ? (
        <p className="text-sm text-muted">{t.bodiesOff}</p>
      ) : (
        <CodeTabs
          label={t.bodies}
          tabs={[
            { id: "request", label: t.request, code: spread(bodies.request) },
            { id: "response", label: t.response, code: spread(bodies.response) },
          ]}
        />
      )}
    </Section>
  );
}

/** JSON on many lines; anything else as it is. */
function spread(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch (error) {
    if (error instanceof SyntaxError) return text;
    throw error;
  }
}
