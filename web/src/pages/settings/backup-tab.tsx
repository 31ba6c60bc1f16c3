/** Taking a backup with the browser; putting one back is done on the machine. */

import { useRef, useState } from "react";
import { abortableApi, writeAddress } from "../../api/client.ts";
import type { Backup } from "../../api/contract.ts";
import { ApiError } from "../../api/error.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { ErrorNote } from "../../components/error-note.tsx";
import { Switch } from "../../components/switch.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";

const RESTORE_COMMAND = "./parley restore parley-backup.db";

export function BackupTab() {
  const t = useMessages("settings").backup;
  const general = useMessages("general");
  const [includeKey, setIncludeKey] = useState(false);
  const { make, cancel, isBusy, error } = useBackup();
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={t.title} description={t.hint}>
        <div className="flex flex-col items-start gap-4">
          <Switch
            label={t.includeKey}
            hint={includeKey ? t.withKeyHint : t.withoutKeyHint}
            checked={includeKey}
            onChange={setIncludeKey}
            disabled={isBusy}
          />
          {error && <ErrorNote error={error} />}
          <div className="flex gap-2">
            <Button
              kind="primary"
              icon="download"
              busy={isBusy}
              onClick={() => void make(includeKey)}
            >
              {t.make}
            </Button>
            {isBusy && <Button onClick={cancel}>{general.cancel}</Button>}
          </div>
        </div>
      </Card>
      <Card title={t.restoreTitle} description={t.restoreHint}>
        <CodeBlock code={RESTORE_COMMAND} what={t.restoreTitle} />
      </Card>
    </div>
  );
}

function useBackup() {
  const t = useMessages("settings").backup;
  const running = useRef<AbortController>(undefined);
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  async function make(includeKey: boolean): Promise<void> {
    const controller = new AbortController();
    running.current = controller;
    setIsBusy(true);
    setError(null);
    try {
      const body = { include_secret_key: includeKey };
      save(await abortableApi("POST /api/backup", controller.signal, { body }));
      toast(t.done);
    } catch (thrown) {
      if (controller.signal.aborted) return;
      if (!(thrown instanceof ApiError)) throw thrown;
      setError(thrown);
    } finally {
      setIsBusy(false);
    }
  }
  return { make, cancel: () => running.current?.abort(), isBusy, error };
}

/** The browser's own download: a large file never passes through the page. */
function save({ id, name }: Backup): void {
  const link = document.createElement("a");
  link.href = writeAddress("/api/backup/{id}", { params: { id } });
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
}
