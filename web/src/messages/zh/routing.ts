import type { Messages } from "../index.ts";

export const routing: Messages["routing"] = {
  title: "模型与路由",
  soon: "这里将显示公开模型名及其去向。",
};
