export const join = {
  title: "You are invited",
  hint: "Choose a password for this Parley.",
  name: "Your name",
  nameHint: "You sign in with it.",
  password: "Password",
  passwordHint: "At least 10 characters. Nobody else knows it.",
  submit: "Set the password and sign in",
};
