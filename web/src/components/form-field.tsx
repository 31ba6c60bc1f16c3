/**
 * A labelled field of a form, with its hint and whatever the server found wrong with it.
 *
 *   <Form error={change.error} onSubmit={…}>
 *     <FormField name="rpm" label={t.rpm}>{(field) => <Input {...field} value={…} onChange={…} />}</FormField>
 *   </Form>
 *
 * `name` is the server's own name of the field, so a problem with path `rpm` (or `rpm[2]`, `rpm.x`) lands here. What no
 * field takes is shown above the form by `FormProblems`. Of fields one inside another (`models`, `models[2].price_in`), the
 * nearest takes it.
 */

import {
  createContext,
  type ReactNode,
  use,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import type { ApiError, FieldProblem } from "../api/error.ts";
import { useMessages, useSaid } from "../messages/index.ts";
import { classes } from "./classes.ts";
import { useErrorText, useProblemText } from "./error-text.ts";
import { Icon } from "./icon.tsx";

interface FormState {
  readonly error: ApiError | null;
  readonly known: ReadonlySet<string>;
  readonly register: (name: string) => () => void;
}

const NO_FORM: FormState = { error: null, known: new Set(), register: () => () => undefined };
const FormContext = createContext<FormState>(NO_FORM);

export interface FormProps {
  /** The error of the change that the form makes. */
  readonly error: ApiError | null;
  readonly onSubmit: () => void;
  readonly className?: string;
  readonly children: ReactNode;
  readonly id?: string;
}

export function Form({ error, onSubmit, className, children, id }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const state = useMemo<FormState>(
    () => ({
      error,
      known,
      register: (name) => {
        setKnown((names) => new Set([...names, name]));
        return () => setKnown((names) => new Set([...names].filter((other) => other !== name)));
      },
    }),
    [error, known],
  );
  useEffect(() => {
    if (error) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [error]);
  return (
    <FormContext value={state}>
      <form
        ref={form}
        id={id}
        noValidate
        className={className}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          onSubmit();
        }}
      >
        <FormProblems />
        {children}
      </form>
    </FormContext>
  );
}

function isAbout({ path }: FieldProblem, name: string): boolean {
  return path === name || path.startsWith(`${name}[`) || path.startsWith(`${name}.`);
}

/** The shown field that a problem stands at; undefined: none. */
function findField(problem: FieldProblem, known: ReadonlySet<string>): string | undefined {
  let nearest: string | undefined;
  for (const name of known)
    if (isAbout(problem, name) && name.length >= (nearest?.length ?? 0)) nearest = name;
  return nearest;
}

/** What is wrong and belongs to none of the fields shown. */
function FormProblems() {
  const { error, known } = use(FormContext);
  const errorText = useErrorText();
  const problemText = useProblemText();
  if (!error) return null;
  const unclaimed = error.problems.filter((problem) => findField(problem, known) === undefined);
  if (error.problems.length > 0 && unclaimed.length === 0) return null;
  // A refusal of one field is told whole; of several, only what no field shows.
  const text =
    unclaimed.length > 0 && error.sentence === undefined
      ? problemText(unclaimed)
      : errorText(error);
  return (
    <div role="alert" className="mb-4 flex gap-2 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
      <Icon name="circle-alert" className="mt-0.5" />
      <p className="min-w-0 wrap-anywhere">{text}</p>
    </div>
  );
}

/** To be spread on the control: ties it to its label, hint and problem. */
export interface FieldControl {
  readonly id: string;
  readonly name: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": boolean | undefined;
}

export interface FormFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly optional?: boolean;
  /** One of many in a tight place. */
  readonly small?: boolean;
  readonly className?: string;
  readonly children: (control: FieldControl) => ReactNode;
}

export function FormField({
  name,
  label,
  hint,
  optional = false,
  small = false,
  className,
  children,
}: FormFieldProps) {
  const id = useId();
  const t = useMessages("general");
  const say = useSaid();
  const { error, known, register } = use(FormContext);
  const registerRef = useRef(register);
  useEffect(() => registerRef.current(name), [name]);
  const problems = (error?.problems ?? []).filter((problem) => findField(problem, known) === name);
  const isWrong = problems.length > 0;
  const described = [hint !== undefined && `${id}-hint`, isWrong && `${id}-problem`]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={classes("flex min-w-0 flex-col gap-1", className)}>
      <label
        htmlFor={id}
        id={`${id}-label`}
        className={small ? "text-xs text-muted" : "text-sm font-medium text-ink"}
      >
        {label}
        {optional && <span className="ml-1.5 text-xs font-normal text-faint">{t.optional}</span>}
      </label>
      {children({
        id,
        name,
        "aria-describedby": described === "" ? undefined : described,
        "aria-invalid": isWrong || undefined,
      })}
      {isWrong && (
        <p id={`${id}-problem`} role="alert" className="text-xs text-bad">
          {problems
            .map((problem) =>
              problem.path === name
                ? say(problem)
                : `${problem.path.slice(name.length)} ${say(problem)}`,
            )
            .join("; ")}
        </p>
      )}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-xs text-faint">
          {hint}
        </p>
      )}
    </div>
  );
}
