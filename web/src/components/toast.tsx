/** Short news that go away by themselves: `toast(t.saved)`. Never the only place where an error is told. */

import { Toast as Base } from "@base-ui/react/toast";
import { useMessages } from "../messages/index.ts";
import { classes } from "./classes.ts";
import { Icon } from "./icon.tsx";

const manager = Base.createToastManager();

export function toast(title: string, kind: "good" | "bad" = "good"): void {
  manager.add({
    title,
    type: kind,
    ...(kind === "bad" ? { priority: "high", timeout: 10_000 } : {}),
  });
}

export function Toasts() {
  return (
    <Base.Provider toastManager={manager} limit={3} timeout={5000}>
      <Base.Portal>
        <Base.Viewport className="fixed right-4 bottom-4 z-60 flex w-[calc(100vw-2rem)] flex-col gap-2 outline-none sm:w-84">
          <ToastList />
        </Base.Viewport>
      </Base.Portal>
    </Base.Provider>
  );
}

function ToastList() {
  const t = useMessages("general");
  const { toasts } = Base.useToastManager();
  return toasts.map((item) => (
    <Base.Root
      key={item.id}
      toast={item}
      className="rounded-lg border border-line bg-surface shadow-pop transition-[opacity,translate] duration-200 data-starting-style:translate-y-3 data-starting-style:opacity-0 data-ending-style:opacity-0 data-limited:hidden"
    >
      <Base.Content className="flex items-start gap-2 px-3 py-2.5">
        <Icon
          name={item.type === "bad" ? "circle-alert" : "circle-check"}
          className={classes("mt-0.5", item.type === "bad" ? "text-bad" : "text-good")}
        />
        <Base.Title className="min-w-0 flex-1 text-sm wrap-anywhere" />
        <Base.Close aria-label={t.close} className="rounded-sm p-0.5 text-faint hover:text-ink">
          <Icon name="x" className="size-3.5" />
        </Base.Close>
      </Base.Content>
    </Base.Root>
  ));
}
