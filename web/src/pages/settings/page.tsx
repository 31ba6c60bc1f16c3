import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";

export function SettingsPage() {
  const t = useMessages("settings");
  return (
    <Page title={t.title}>
      <Card>
        <EmptyState icon="settings" title={t.soon} />
      </Card>
    </Page>
  );
}
