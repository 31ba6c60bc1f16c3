import type { Messages } from "../index.ts";

export const keys: Messages["keys"] = {
  title: "API 密钥",
};
