export const settings = {
  title: "Settings",
  soon: "Your profile and this Parley's settings will be here.",
};
