/** What a translation of some messages looks like: the same keys, texts for texts, functions of the same arguments. */
export type Translated<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends string
    ? string
    : Messages[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Translated<Messages[Key]>;
};
