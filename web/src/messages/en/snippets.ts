export const snippets = {
  title: "API keys",
};
