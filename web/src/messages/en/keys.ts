export const keys = {
  title: "API keys",
};
