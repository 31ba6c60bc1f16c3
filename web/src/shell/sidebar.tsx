import { Link } from "@tanstack/react-router";
import { Icon } from "../components/icon.tsx";
import { useMessages } from "../messages/index.ts";
import { Allowed } from "./allowed.tsx";
import { SECTIONS } from "./sections.ts";

/** The list of sections: beside the page on a wide screen, in a drawer on a phone. */
export function Sidebar({ onChoose }: { readonly onChoose?: () => void }) {
  const t = useMessages("shell");
  return (
    <nav aria-label={t.sections} className="flex flex-col gap-0.5">
      {SECTIONS.map(({ to, icon, text, least = "viewer" }) => (
        <Allowed key={to} to={least}>
          <Link
            to={to}
            activeOptions={{ exact: to === "/", includeSearch: false }}
            onClick={onChoose}
            className="group flex h-8 items-center gap-2.5 rounded-md px-2.5 text-sm font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent-ink pointer-coarse:h-11"
          >
            <Icon
              name={icon}
              className="text-faint group-hover:text-current group-aria-[current=page]:text-current"
            />
            {t[text]}
          </Link>
        </Allowed>
      ))}
    </nav>
  );
}
