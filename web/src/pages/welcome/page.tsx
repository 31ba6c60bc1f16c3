import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useApi, useChange } from "../../api/query.ts";
import { enter } from "../../api/session.ts";
import { Button, buttonLook } from "../../components/button.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input, SecretInput } from "../../components/input.tsx";
import { useMessages } from "../../messages/index.ts";
import { Door } from "../../shell/door.tsx";

/** First run: the setup code and a name make somebody the owner. */
export function WelcomePage() {
  const t = useMessages("welcome");
  const navigate = useNavigate();
  const state = useApi("GET /api/setup");
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const setup = useChange("POST /api/setup");
  const submit = (): void =>
    setup.mutate(
      { body: { code, name, password } },
      {
        onSuccess: (session) => {
          enter(session);
          void navigate({ to: "/first-steps" });
        },
      },
    );
  if (state.data?.needed === false && !setup.isSuccess)
    return (
      <Door title={t.title} hint={t.alreadyOwned}>
        <Link to="/sign-in" search={{}} className={buttonLook("primary")}>
          {t.toSignIn}
        </Link>
      </Door>
    );
  return (
    <Door title={t.title} hint={t.hint}>
      <Form error={setup.error} onSubmit={submit} className="flex flex-col gap-4">
        <FormField name="code" label={t.code} hint={t.codeHint}>
          {(field) => (
            <Input
              {...field}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              className="font-mono uppercase"
              value={code}
              onChange={(event) => setCode(event.target.value)}
            />
          )}
        </FormField>
        <FormField name="name" label={t.name} hint={t.nameHint}>
          {(field) => (
            <Input
              {...field}
              autoComplete="username"
              autoCapitalize="none"
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
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
        <Button type="submit" kind="primary" busy={setup.isPending} className="mt-1">
          {t.submit}
        </Button>
      </Form>
    </Door>
  );
}
