import type { Messages } from "../index.ts";

export const accounts: Messages["accounts"] = {
  title: "账户",
  soon: "这里将显示余额与账本。",
};
