export const providers = {
  title: "Providers",
  soon: "The vendors you connect will be shown here.",
};
