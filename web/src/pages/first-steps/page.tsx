import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { KeyCreated } from "../../api/contract.ts";
import { buttonLook } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";
import { CallStep } from "./call-step.tsx";
import { KeyStep } from "./key-step.tsx";
import { ProviderStep } from "./provider-step.tsx";
import { type Step, StepList } from "./step-list.tsx";

/** The guide after the first sign-in: a provider, a key, and the first call seen live. */
export function FirstStepsPage() {
  const t = useMessages("firstSteps");
  const navigate = useNavigate();
  const [step, setStep] = useState<Step>("provider");
  const [model, setModel] = useState("demo");
  const [made, setMade] = useState<KeyCreated>();
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <Link to="/" className={buttonLook("quiet")}>
          {t.skip}
        </Link>
      }
    >
      <StepList current={step} />
      <Card className="max-w-3xl">
        <h2 className="text-lg font-semibold">{t.steps[step]}</h2>
        <p className="mb-4 text-sm text-muted">{t[step].hint}</p>
        {step === "provider" && (
          <ProviderStep
            onDone={(chosen) => {
              setModel(chosen);
              setStep("key");
            }}
          />
        )}
        {step === "key" && (
          <KeyStep model={model} made={made} onMade={setMade} onDone={() => setStep("call")} />
        )}
        {step === "call" && made !== undefined && (
          <CallStep apiKey={made} model={model} onDone={() => void navigate({ to: "/" })} />
        )}
      </Card>
    </Page>
  );
}
