import { getRouteApi } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Page } from "../../components/page.tsx";
import { Tabs } from "../../components/tabs.tsx";
import { useMessages } from "../../messages/index.ts";
import { useAllowed } from "../../shell/allowed.tsx";
import { AppearanceTab } from "./appearance-tab.tsx";
import { AuditTab } from "./audit-tab.tsx";
import { BackupTab } from "./backup-tab.tsx";
import { MembersTab } from "./members-tab.tsx";
import { ProfileTab } from "./profile-tab.tsx";
import { RetentionTab } from "./retention-tab.tsx";
import { type SettingsTab, TABS } from "./route.ts";
import { TokensTab } from "./tokens-tab.tsx";

const route = getRouteApi("/shell/settings");

const CONTENT: Readonly<Record<SettingsTab, ReactNode>> = {
  profile: <ProfileTab />,
  appearance: <AppearanceTab />,
  tokens: <TokensTab />,
  members: <MembersTab />,
  retention: <RetentionTab />,
  backup: <BackupTab />,
  audit: <AuditTab />,
};

export function SettingsPage() {
  const t = useMessages("settings");
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const isOwner = useAllowed("owner");
  const shown = TABS.filter((id) => id !== "backup" || isOwner);
  return (
    <Page title={t.title} description={t.description}>
      <Tabs
        label={t.title}
        value={tab !== undefined && shown.includes(tab) ? tab : "profile"}
        onChange={(next) => void navigate({ search: next === "profile" ? {} : { tab: next } })}
        tabs={shown.map((id) => ({ id, label: t.tabs[id], content: CONTENT[id] }))}
      />
    </Page>
  );
}
