import type { Messages } from "../index.ts";

export const snippets: Messages["snippets"] = {
  title: "API 密钥",
};
