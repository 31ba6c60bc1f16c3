export const signIn = {
  title: "Sign in",
  hint: "Manage the keys, providers and money of this Parley.",
  name: "Name",
  password: "Password",
  submit: "Sign in",
  forgotten: "Forgotten the password? On the machine that runs Parley:",
  locked: (seconds: number) =>
    seconds < 90
      ? `Too many wrong attempts. Wait ${seconds} seconds, then try again.`
      : `Too many wrong attempts. Wait ${Math.ceil(seconds / 60)} minutes, then try again.`,
  wrong: "Name or password is wrong.",
};
