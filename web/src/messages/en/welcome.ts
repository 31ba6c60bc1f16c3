export const welcome = {
  title: "Welcome to Parley",
  hint: "Make yourself the owner of this Parley.",
  code: "Setup code",
  codeHint: "Parley printed it in the terminal when it started: three groups of four.",
  name: "Your name",
  nameHint: "You sign in with it.",
  password: "Password",
  passwordHint: "At least 10 characters.",
  submit: "Become the owner",
  alreadyOwned: "This Parley has an owner already.",
  toSignIn: "Sign in",
};
