import { useEffect, useRef, useState } from "react";
import type { CheckReport, Preset, Provider } from "../../../api/contract.ts";
import { useChange } from "../../../api/query.ts";
import { Button } from "../../../components/button.tsx";
import { Dialog } from "../../../components/dialog.tsx";
import { useMessages } from "../../../messages/index.ts";
import { ChooseVendor } from "./choose-vendor.tsx";
import { Connect, type Connection } from "./connect.tsx";
import { type Draft, draftFromEndpoint, draftUnchecked, writeInput } from "./draft.ts";
import { Review } from "./review.tsx";
import { useCheck } from "./use-check.ts";

const CONNECT_FORM = "connect-provider";
const REVIEW_FORM = "review-provider";
const EMPTY: Connection = { url: "", keys: [""], model: "" };

export interface AddProviderProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onAdded: (provider: Provider) => void;
}

/** Choose a vendor, connect and check, review and add. */
export function AddProvider({ open, onClose, onAdded }: AddProviderProps) {
  // What was typed does not outlive the dialog: it held secrets.
  return open && <AddDialog onClose={onClose} onAdded={onAdded} />;
}

function AddDialog({ onClose, onAdded }: Omit<AddProviderProps, "open">) {
  const t = useMessages("providers");
  const general = useMessages("general");
  const [step, setStep] = useState<"choose" | "connect" | "review">("choose");
  const [preset, setPreset] = useState<Preset>();
  const [connection, setConnection] = useState(EMPTY);
  const [draft, setDraft] = useState<Draft>();
  const [report, setReport] = useState<CheckReport>();
  const check = useCheck();
  const add = useChange("POST /api/relay/providers", {
    invalidates: ["/api/relay/providers", "/api/relay/models", "/api/relay/offers"],
  });
  // The button that led here is gone, and with it the focus.
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => content.current?.querySelector("input")?.focus(), [step]);
  const keys = connection.keys.map((key) => key.trim()).filter((key) => key !== "");

  const begin = (made: Draft, found: CheckReport | undefined): void => {
    add.reset();
    setReport(found);
    setDraft(made);
    setStep("review");
  };
  const startCheck = (): void => {
    const model = connection.model.trim();
    check.start(
      {
        url: connection.url.trim(),
        ...(keys[0] === undefined ? {} : { api_key: keys[0] }),
        ...(model === "" ? {} : { model }),
      },
      (found) => {
        const best = found.endpoints[0];
        if (best) begin(draftFromEndpoint(best), found);
      },
    );
  };
  const chooseProtocol = (protocol: string): void => {
    const endpoint = report?.endpoints.find((other) => other.protocol === protocol);
    if (endpoint) setDraft(draftFromEndpoint(endpoint));
    else if (draft) setDraft({ ...draft, protocol });
  };
  const back = (): void => {
    check.cancel();
    setStep(step === "review" ? "connect" : "choose");
  };

  return (
    <Dialog
      open
      keep
      size="lg"
      onClose={onClose}
      title={step === "choose" ? t.add : t.addNamed(preset?.title ?? t.byAddress)}
      description={t.steps[step]}
      actions={
        step === "choose" ? undefined : (
          <>
            <Button icon="arrow-left" className="mr-auto" onClick={back}>
              {general.back}
            </Button>
            {step === "connect" ? (
              <>
                <Button
                  disabled={connection.url.trim() === "" || check.isRunning}
                  onClick={() => begin(draftUnchecked(preset, connection.url), undefined)}
                >
                  {t.skipCheck}
                </Button>
                <Button kind="primary" type="submit" form={CONNECT_FORM} busy={check.isRunning}>
                  {t.runCheck}
                </Button>
              </>
            ) : (
              <Button kind="primary" type="submit" form={REVIEW_FORM} busy={add.isPending}>
                {t.addIt}
              </Button>
            )}
          </>
        )
      }
    >
      <div ref={content} className="pt-1">
        {step === "choose" && (
          <ChooseVendor
            onChoose={(chosen, url) => {
              setPreset(chosen);
              setConnection({ ...EMPTY, url });
              setStep("connect");
            }}
          />
        )}
        {step === "connect" && (
          <Connect
            id={CONNECT_FORM}
            preset={preset}
            connection={connection}
            onChange={setConnection}
            check={check}
            onCheck={startCheck}
          />
        )}
        {step === "review" && draft && (
          <Review
            id={REVIEW_FORM}
            draft={draft}
            onChange={setDraft}
            onProtocol={chooseProtocol}
            report={report}
            error={add.error}
            onSubmit={() => add.mutate({ body: writeInput(draft, keys) }, { onSuccess: onAdded })}
          />
        )}
      </div>
    </Dialog>
  );
}
