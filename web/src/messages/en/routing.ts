export const routing = {
  title: "Models & routing",
  soon: "Public model names and where they lead will be shown here.",
};
