import { useEffect, useEffectEvent, useState } from "react";
import { Input } from "./input.tsx";

const PAUSE_MS = 250;

export interface SearchInputProps {
  readonly value: string;
  /** Called after a pause in typing, so that not every letter asks the server. */
  readonly onChange: (value: string) => void;
  readonly label: string;
}

export function SearchInput({ value, onChange, label }: SearchInputProps) {
  const [text, setText] = useState(value);
  const [seen, setSeen] = useState(value);
  const [told, setTold] = useState(value);
  if (seen !== value) {
    setSeen(value);
    // Changed from outside, such as by the back button; not our own word coming back while somebody types on.
    if (value !== told) setText(value);
    setTold(value);
  }
  const tell = useEffectEvent((next: string) => {
    setTold(next);
    onChange(next);
  });
  useEffect(() => {
    if (text === told) return undefined;
    const timer = setTimeout(() => tell(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, told]);
  return (
    <Input
      type="search"
      icon="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
    />
  );
}
