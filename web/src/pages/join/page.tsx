import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useChange } from "../../api/query.ts";
import { enter, forgetSession } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input, SecretInput } from "../../components/input.tsx";
import { useMessages } from "../../messages/index.ts";
import { Door } from "../../shell/door.tsx";

/** Where an invitation leads: the person chooses a password. Name and code stand behind the # of the link. */
export function JoinPage() {
  const t = useMessages("join");
  const navigate = useNavigate();
  const [link] = useState(() => new URLSearchParams(location.hash.slice(1)));
  const [password, setPassword] = useState("");
  const join = useChange("POST /api/join");
  const submit = (): void =>
    join.mutate(
      { body: { code: link.get("code") ?? "", password } },
      {
        onSuccess: (session) => {
          // Whoever was signed in here before is somebody else.
          forgetSession();
          enter(session);
          void navigate({ to: "/", replace: true });
        },
      },
    );
  return (
    <Door title={t.title} hint={t.hint}>
      <Form error={join.error} onSubmit={submit} className="flex flex-col gap-4">
        <FormField name="name" label={t.name} hint={t.nameHint}>
          {(field) => (
            <Input {...field} autoComplete="username" readOnly value={link.get("name") ?? ""} />
          )}
        </FormField>
        <FormField name="password" label={t.password} hint={t.passwordHint}>
          {(field) => (
            <SecretInput
              {...field}
              autoComplete="new-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </FormField>
        <Button type="submit" kind="primary" busy={join.isPending} className="mt-1">
          {t.submit}
        </Button>
      </Form>
    </Door>
  );
}
