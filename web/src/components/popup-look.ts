/** What everything that opens above the page looks like. */

export const POPUP_LOOK =
  "rounded-lg border border-line bg-surface p-1 text-sm text-ink shadow-pop outline-none origin-(--transform-origin) " +
  "transition-[opacity,scale] duration-100 data-starting-style:scale-97 data-starting-style:opacity-0 " +
  "data-ending-style:scale-97 data-ending-style:opacity-0";

export const ITEM_LOOK =
  "flex cursor-default items-center rounded-md px-2 py-1.5 outline-none select-none data-highlighted:bg-hover " +
  "data-disabled:opacity-50 pointer-coarse:py-2.5";

export const SCRIM_LOOK =
  "fixed inset-0 z-40 bg-scrim transition-opacity duration-150 data-starting-style:opacity-0 data-ending-style:opacity-0";
