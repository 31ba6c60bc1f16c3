export const playground = {
  title: "Playground",
  soon: "Models can be tried side by side here.",
};
