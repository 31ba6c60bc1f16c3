import { CodeTabs } from "../../components/code-block.tsx";
import { Drawer } from "../../components/dialog.tsx";
import { useMessages } from "../../messages/index.ts";
import { writeCode } from "./code.ts";
import type { Chat } from "./conversation.ts";
import { readExtra, type Settings, writeBody } from "./request.ts";

export interface CodeDrawerProps {
  /** Undefined: nothing is shown. */
  readonly chat: Chat | undefined;
  readonly settings: Settings;
  readonly onClose: () => void;
}

export function CodeDrawer({ chat, settings, onClose }: CodeDrawerProps) {
  const t = useMessages("playground");
  return (
    <Drawer
      open={chat !== undefined}
      onClose={onClose}
      title={t.codeTitle}
      description={chat?.sent === undefined ? t.codeDraft : t.codeHint}
    >
      {chat !== undefined && <ChatCode chat={chat} settings={settings} />}
    </Drawer>
  );
}

function ChatCode({ chat, settings }: { readonly chat: Chat; readonly settings: Settings }) {
  const t = useMessages("playground");
  const body = chat.sent ?? writeBody(settings, chat.model, chat.turns);
  const extra = Object.keys(readExtra(settings.extra) ?? {});
  const code = writeCode(body, window.location.origin, extra);
  return (
    <CodeTabs
      label={t.codeTitle}
      tabs={[
        { id: "curl", label: "curl", code: code.curl },
        { id: "python", label: "Python", code: code.python },
        { id: "node", label: "Node", code: code.node },
      ]}
    />
  );
}
