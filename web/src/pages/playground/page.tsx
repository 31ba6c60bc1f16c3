import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useApi } from "../../api/query.ts";
import { Button, buttonLook } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { useFirstModels } from "../../components/first-models.ts";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { ChatPanel } from "./chat-panel.tsx";
import { CodeDrawer } from "./code-drawer.tsx";
import { Composer } from "./composer.tsx";
import { awaitsTools } from "./conversation.ts";
import { NO_SETTINGS, readExtra, type Settings } from "./request.ts";
import { SettingsPanel } from "./settings-panel.tsx";
import { useChats } from "./use-chats.ts";

const route = getRouteApi("/shell/playground");

export function PlaygroundPage() {
  const t = useMessages("playground");
  const keys = useApi("GET /api/relay/keys", {
    query: { status: "active", order: "newest", limit: 1 },
  });
  const models = useFirstModels();
  const search = route.useSearch();
  const mayAsk = useAllowed("admin");
  if (!mayAsk)
    return (
      <Page title={t.title} description={t.description}>
        <Card flush>
          <EmptyState icon="lock" title={t.notAllowed}>
            {t.notAllowedHint}
          </EmptyState>
        </Card>
      </Page>
    );
  if (keys.data === undefined || models === undefined) return <Page title={t.title}>{null}</Page>;
  const firstKey = search.key ?? keys.data.keys[0]?.id;
  const model = search.model ?? models.find((id) => !id.includes("embedding"));
  if (firstKey === undefined)
    return (
      <Page title={t.title} description={t.description}>
        <Card flush>
          <EmptyState
            icon="key-round"
            title={t.noKey}
            action={
              <Link to="/keys" className={buttonLook("primary")}>
                {t.makeKey}
              </Link>
            }
          >
            {t.noKeyHint}
          </EmptyState>
        </Card>
      </Page>
    );
  return <Playground firstKey={firstKey} first={model === undefined ? [] : [model]} />;
}

interface PlaygroundProps {
  readonly firstKey: string;
  /** The models to begin with. */
  readonly first: readonly string[];
}

function Playground({ firstKey, first }: PlaygroundProps) {
  const t = useMessages("playground");
  const [key, setKey] = useState<string | undefined>(firstKey);
  const [settings, setSettings] = useState<Settings>(NO_SETTINGS);
  const [shownCode, setShownCode] = useState<string>();
  const all = useChats(first);
  const { chats } = all;
  const canAsk = key !== undefined && readExtra(settings.extra) !== undefined;
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <Button
          icon="trash-2"
          disabled={chats.every(({ turns }) => turns.length === 0)}
          onClick={all.clear}
        >
          {t.clear}
        </Button>
      }
    >
      <div className="grid items-start gap-4 lg:grid-cols-[18rem_minmax(0,1fr)]">
        <SettingsPanel
          apiKey={key}
          onKey={setKey}
          models={chats.map(({ model }) => model)}
          onModels={all.setModels}
          settings={settings}
          onSettings={setSettings}
        />
        <div className="flex min-w-0 flex-col gap-3">
          <div className="flex min-w-0 flex-col gap-3 sm:flex-row sm:overflow-x-auto">
            {chats.map((chat) => (
              <ChatPanel
                key={chat.model}
                chat={chat}
                canAsk={canAsk}
                onCode={() => setShownCode(chat.model)}
                onAnswer={(answers) =>
                  key !== undefined && all.answerTools(chat.model, answers, settings, key)
                }
              />
            ))}
          </div>
          <Composer
            isRunning={all.isRunning}
            canSend={canAsk && chats.some((chat) => !awaitsTools(chat))}
            onSend={(turn) => key !== undefined && all.say(turn, settings, key)}
            onStop={all.stop}
          />
        </div>
      </div>
      <CodeDrawer
        chat={chats.find(({ model }) => model === shownCode)}
        settings={settings}
        onClose={() => setShownCode(undefined)}
      />
    </Page>
  );
}
