import { getRouteApi, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { ApiError } from "../../api/error.ts";
import { useChange } from "../../api/query.ts";
import { enter } from "../../api/session.ts";
import { Button } from "../../components/button.tsx";
import { CodeBlock } from "../../components/code-block.tsx";
import { Form, FormField } from "../../components/form-field.tsx";
import { Input, SecretInput } from "../../components/input.tsx";
import { type Messages, useMessages } from "../../messages/index.ts";
import { Door } from "../../shell/door.tsx";

const RESET_COMMAND = "./parley owner reset-password";
const route = getRouteApi("/sign-in");

export function SignInPage() {
  const t = useMessages("signIn");
  const router = useRouter();
  const { back } = route.useSearch();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const signIn = useChange("POST /api/session");
  const submit = (): void =>
    signIn.mutate(
      { body: { name, password } },
      {
        onSuccess: (session) => {
          enter(session);
          router.history.push(back ?? "/");
        },
      },
    );
  return (
    <Door title={t.title} hint={t.hint}>
      <Form error={explain(signIn.error, t)} onSubmit={submit} className="flex flex-col gap-4">
        <FormField name="name" label={t.name}>
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
        <FormField name="password" label={t.password}>
          {(field) => (
            <SecretInput
              {...field}
              autoComplete="current-password"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </FormField>
        <Button type="submit" kind="primary" busy={signIn.isPending} className="mt-1">
          {t.submit}
        </Button>
      </Form>
      <div className="mt-6 flex flex-col gap-1.5 text-xs text-faint">
        <p>{t.forgotten}</p>
        <CodeBlock code={RESET_COMMAND} what={RESET_COMMAND} />
      </div>
    </Door>
  );
}

/** The two failures that everybody meets, in the person's own language. */
function explain(error: ApiError | null, t: Messages["signIn"]): ApiError | null {
  if (error === null) return null;
  const message =
    error.status === 401
      ? t.wrong
      : error.status === 429 && error.retryAfter !== undefined
        ? t.locked(error.retryAfter)
        : undefined;
  return message === undefined
    ? error
    : new ApiError({ status: error.status, code: "sign_in", message });
}
