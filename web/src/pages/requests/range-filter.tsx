import { Input } from "../../components/input.tsx";
import { Select } from "../../components/select.tsx";
import { useMessages } from "../../messages/index.ts";
import { type Range, RANGES, type RequestsSearch } from "./route.ts";

const DAY = 86_400_000;

export interface RangeFilterProps {
  readonly search: RequestsSearch;
  readonly onChange: (search: RequestsSearch) => void;
}

export function RangeFilter({ search, onChange }: RangeFilterProps) {
  const t = useMessages("requests");
  const { range = "all", since, until, ...others } = search;
  const rest = withoutRange(others);
  const choose = (next: Range): void => {
    if (next === "all") onChange(rest);
    else if (next === "custom")
      onChange({ ...rest, range: next, since: new Date(Date.now() - DAY).toISOString() });
    else onChange({ ...rest, range: next });
  };
  const setTime = (name: "since" | "until", value: string): void => {
    const times = {
      ...(since === undefined ? {} : { since }),
      ...(until === undefined ? {} : { until }),
    };
    const { [name]: _old, ...other } = times;
    const at = Date.parse(value);
    onChange({
      ...rest,
      range: "custom",
      ...other,
      ...(Number.isNaN(at) ? {} : { [name]: new Date(at).toISOString() }),
    });
  };
  return (
    <>
      <Select
        label={t.range}
        value={range}
        onChange={choose}
        choices={RANGES.map((value) => ({ value, label: t.ranges[value] }))}
      />
      {range === "custom" &&
        (["since", "until"] as const).map((name) => (
          <Input
            key={name}
            type="datetime-local"
            aria-label={t[name]}
            title={t[name]}
            className="lg:w-48!"
            value={toLocal(name === "since" ? since : until)}
            onChange={(event) => setTime(name, event.target.value)}
          />
        ))}
    </>
  );
}

function withoutRange({ range: _range, ...rest }: RequestsSearch): RequestsSearch {
  return rest;
}

/** As the browser's own field for a time writes it: in its zone, without one. */
function toLocal(time: string | undefined): string {
  if (time === undefined) return "";
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
