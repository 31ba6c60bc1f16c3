import { useEffect, useEffectEvent, useState } from "react";
import { Input } from "../../components/input.tsx";
import { useMessages } from "../../messages/index.ts";

const PAUSE_MS = 350;
const DOLLARS = /^\$?\s*(\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})$/;

export interface CostFilterProps {
  /** Dollars. */
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

export function CostFilter({ value, onChange }: CostFilterProps) {
  const t = useMessages("requests");
  const [text, setText] = useState(write(value));
  const [given, setGiven] = useState(value);
  if (given !== value) {
    setGiven(value);
    setText(write(value));
  }
  const typed = read(text);
  const tell = useEffectEvent((next: number | undefined) => {
    setGiven(next);
    onChange(next);
  });
  useEffect(() => {
    if (typed === "wrong" || typed === given) return undefined;
    const timer = setTimeout(() => tell(typed), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, given]);
  return (
    <Input
      inputMode="decimal"
      aria-label={t.leastCost}
      title={t.leastCostHint}
      placeholder={t.leastCost}
      icon="coins"
      aria-invalid={typed === "wrong" || undefined}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}

function write(value: number | undefined): string {
  return value === undefined ? "" : value.toFixed(9).replace(/\.?0+$/, "");
}

function read(text: string): number | undefined | "wrong" {
  if (text.trim() === "") return undefined;
  const match = DOLLARS.exec(text.trim());
  if (!match) return "wrong";
  return Number(match[1]) || undefined;
}
