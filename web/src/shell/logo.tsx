import { useMessages } from "../messages/index.ts";

export function Logo() {
  const t = useMessages("shell");
  return (
    <span className="flex items-center gap-2 font-semibold tracking-tight">
      <svg aria-hidden="true" viewBox="0 0 32 32" className="size-6">
        <rect width="32" height="32" rx="8" className="fill-accent" />
        <g fill="none" stroke="#fff" strokeWidth="3.2" strokeLinecap="round" strokeLinejoin="round">
          <path d="M9 24V9.5A1.5 1.5 0 0 1 10.500 8H17a6 6 0 0 1 0 12h-3.500" />
        </g>
        <circle cx="16.500" cy="14" r="1.700" fill="#fff" />
      </svg>
      {t.product}
    </span>
  );
}
