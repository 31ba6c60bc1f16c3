import { localeOf } from "../../format/number.ts";
import { formatAbsolute } from "../../format/time.ts";
import { type Language, usePreferences } from "../../preferences.ts";

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: Language, isToday: boolean): Intl.DateTimeFormat {
  const name = `${language}${isToday}`;
  const known =
    formats.get(name) ??
    new Intl.DateTimeFormat(localeOf(language), {
      ...(isToday ? {} : { month: "short", day: "numeric" }),
      hour: "2-digit",
      minute: "2-digit",
      second: "2-digit",
      hourCycle: "h23",
    });
  formats.set(name, known);
  return known;
}

/** To the second, because lines of a log are compared; with the day unless it is today's. */
export function LogTime({ at }: { readonly at: string }) {
  const { language } = usePreferences();
  const time = Date.parse(at);
  const isToday = new Date(time).toDateString() === new Date().toDateString();
  return (
    <time
      dateTime={at}
      title={formatAbsolute(time, language)}
      className="whitespace-nowrap tabular-nums"
    >
      {formatOf(language, isToday).format(time)}
    </time>
  );
}
