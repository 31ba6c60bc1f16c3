import { useState } from "react";
import { Button, IconButton } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { useMessages } from "../../messages/index.ts";
import { ToolDialog } from "./tool-dialog.tsx";
import { SAMPLE_TOOL, type ToolDraft } from "./tool-draft.ts";

export interface ToolListProps {
  readonly tools: readonly ToolDraft[];
  readonly onChange: (tools: readonly ToolDraft[]) => void;
}

export function ToolList({ tools, onChange }: ToolListProps) {
  const t = useMessages("playground");
  const [edited, setEdited] = useState<number>();
  return (
    <div className="flex flex-col gap-1">
      <h2 className="text-sm font-medium">{t.tools}</h2>
      {tools.map((tool, index) => (
        <div key={tool.name} className="flex items-center gap-1 rounded-md bg-sunken pl-2">
          <Icon name="wrench" className="size-3.5 text-faint" />
          <code className="min-w-0 flex-1 truncate font-mono text-xs">{tool.name}</code>
          <IconButton
            size="sm"
            icon="pencil"
            label={t.editTool(tool.name)}
            onClick={() => setEdited(index)}
          />
          <IconButton
            size="sm"
            icon="x"
            label={t.removeTool(tool.name)}
            onClick={() => onChange(tools.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <Button size="sm" icon="plus" onClick={() => setEdited(tools.length)}>
        {t.addTool}
      </Button>
      <p className="text-xs text-faint">{t.toolsHint}</p>
      {edited !== undefined && (
        <ToolDialog
          tool={tools[edited] ?? (tools.length === 0 ? SAMPLE_TOOL : { ...SAMPLE_TOOL, name: "" })}
          others={tools.filter((_, index) => index !== edited)}
          onClose={() => setEdited(undefined)}
          onSave={(tool) => {
            onChange([...tools.slice(0, edited), tool, ...tools.slice(edited + 1)]);
            setEdited(undefined);
          }}
        />
      )}
    </div>
  );
}
