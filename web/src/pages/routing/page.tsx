import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { usePages } from "../../api/query.ts";
import { Button, buttonLook } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { PageSearch } from "../../components/page-search.tsx";
import { Page } from "../../components/page.tsx";
import { useMessages } from "../../messages/index.ts";
import { Allowed } from "../../shell/allowed.tsx";
import { AddAlias } from "./add-alias.tsx";
import { MissingRoutes } from "./missing-routes.tsx";
import { ModelDrawer } from "./model-drawer.tsx";
import { ModelTable } from "./model-table.tsx";
import { routingRoute, type RoutingSearch } from "./route.ts";
import { TraceDrawer } from "./trace-drawer.tsx";

const REFRESH_MS = 5000;
const PAGE_SIZE = 50;

export function RoutingPage() {
  const t = useMessages("routing");
  const { search = "", model, trace = false } = routingRoute.useSearch();
  const navigate = routingRoute.useNavigate();
  const [isNaming, setIsNaming] = useState(false);
  const pages = usePages(
    "GET /api/relay/models",
    { search, limit: PAGE_SIZE },
    { refetchInterval: REFRESH_MS },
  );
  const keep = search === "" ? {} : { search };
  const go = (next: RoutingSearch): void => void navigate({ search: { ...keep, ...next } });
  return (
    <Page
      title={t.title}
      description={t.description}
      actions={
        <>
          <PageSearch
            label={t.search}
            value={search}
            onChange={(next) =>
              void navigate({ search: next === "" ? {} : { search: next }, replace: true })
            }
          />
          <Button icon="route" onClick={() => go({ trace: true })}>
            {t.trace}
          </Button>
          <Allowed to="admin">
            <Button kind="primary" icon="plus" onClick={() => setIsNaming(true)}>
              {t.addAlias}
            </Button>
          </Allowed>
        </>
      }
    >
      <MissingRoutes onOpen={(name) => go({ model: name })} />
      <Card flush>
        <ModelTable
          pages={pages}
          pageSize={PAGE_SIZE}
          onOpen={(id) => go({ model: id })}
          selected={model}
          empty={
            search === "" ? (
              <EmptyState
                icon="route"
                title={t.none}
                action={
                  <Allowed to="admin">
                    <Link to="/providers" search={{ add: true }} className={buttonLook("primary")}>
                      {t.addProvider}
                    </Link>
                  </Allowed>
                }
              >
                {t.noneHint}
              </EmptyState>
            ) : (
              <EmptyState icon="search" title={t.noMatch(search)}>
                {t.noMatchHint}
              </EmptyState>
            )
          }
        />
      </Card>
      {isNaming && (
        <AddAlias
          onClose={() => setIsNaming(false)}
          onAdded={(name) => {
            setIsNaming(false);
            go({ model: name });
          }}
        />
      )}
      {model !== undefined && !trace && (
        <ModelDrawer
          key={model}
          id={model}
          onClose={() => go({})}
          onTrace={() => go({ model, trace: true })}
        />
      )}
      {trace && (
        <TraceDrawer
          model={model ?? null}
          onClose={() => go(model === undefined ? {} : { model })}
        />
      )}
    </Page>
  );
}
