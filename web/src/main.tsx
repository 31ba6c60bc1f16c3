import { CSPProvider } from "@base-ui/react/csp-provider";
import { Tooltip } from "@base-ui/react/tooltip";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { queryClient, setSignedOutHandler } from "./api/query.ts";
import { forgetSession } from "./api/session.ts";
import { Toasts } from "./components/toast.tsx";
import { loadLanguage } from "./messages/index.ts";
import { currentLanguage } from "./preferences.ts";
import { router } from "./router.ts";

setSignedOutHandler(() => {
  forgetSession();
  void router.invalidate();
});

// The first paint is in the right language.
await loadLanguage(currentLanguage()).catch(() => undefined);

const root = document.querySelector("#root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queryClient}>
        <Tooltip.Provider>
          <RouterProvider router={router} />
          <Toasts />
        </Tooltip.Provider>
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
