import type { Messages } from "../index.ts";

export const providers: Messages["providers"] = {
  title: "供应商",
  soon: "这里将显示已接入的供应商。",
};
