/** The person's own name and password. */

import { useRouteContext, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import type { Session } from "../../api/contract.ts";
import { useChange } from "../../api/query.ts";
import { enter } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Card } from "../../components/card.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input, SecretInput } from "../../components/input.tsx";
import { toast } from "../../components/toast.tsx";
import { useMessages } from "../../messages/index.ts";

export function ProfileTab() {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <NameCard />
      <PasswordCard />
    </div>
  );
}

/** The session that came back is the one in use from now on, with its own CSRF token. */
function useEnter(): (session: Session) => void {
  const router = useRouter();
  return (session) => {
    enter(session);
    void router.invalidate();
  };
}

function NameCard() {
  const t = useMessages("settings").profile;
  const general = useMessages("general");
  const roles = useMessages("shell").roles;
  const { user } = useRouteContext({ from: "/shell" }).session;
  const [name, setName] = useState(user.name);
  const reenter = useEnter();
  const rename = useChange("PATCH /api/session", { invalidates: ["/api/members"] });
  return (
    <Card title={t.title} description={t.role(roles[user.role])}>
      <Form
        error={rename.error}
        className="flex flex-col gap-4"
        onSubmit={() =>
          rename.mutate(
            { body: { name } },
            {
              onSuccess: (session) => {
                reenter(session);
                toast(t.saved);
              },
            },
          )
        }
      >
        <FormField name="name" label={t.name} hint={t.nameHint}>
          {(field) => (
            <Input
              {...field}
              autoComplete="username"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </FormField>
        <Button
          type="submit"
          kind="primary"
          busy={rename.isPending}
          disabled={name === user.name}
          className="self-start"
        >
          {general.save}
        </Button>
      </Form>
    </Card>
  );
}

const EMPTY = { current: "", next: "" };

function PasswordCard() {
  const t = useMessages("settings").password;
  const [words, setWords] = useState(EMPTY);
  const reenter = useEnter();
  const change = useChange("POST /api/session/password");
  return (
    <Card title={t.title} description={t.hint}>
      <Form
        error={change.error}
        className="flex flex-col gap-4"
        onSubmit={() =>
          change.mutate(
            { body: { current_password: words.current, new_password: words.next } },
            {
              onSuccess: (session) => {
                reenter(session);
                setWords(EMPTY);
                toast(t.changed);
              },
            },
          )
        }
      >
        <FormField name="current_password" label={t.current}>
          {(field) => (
            <SecretInput
              {...field}
              autoComplete="current-password"
              value={words.current}
              onChange={(event) => setWords({ ...words, current: event.target.value })}
            />
          )}
        </FormField>
        <FormField name="new_password" label={t.next} hint={t.nextHint}>
          {(field) => (
            <SecretInput
              {...field}
              autoComplete="new-password"
              value={words.next}
              onChange={(event) => setWords({ ...words, next: event.target.value })}
            />
          )}
        </FormField>
        <Button type="submit" kind="primary" busy={change.isPending} className="self-start">
          {t.change}
        </Button>
      </Form>
    </Card>
  );
}
