import type { Messages } from "../index.ts";

export const dashboard: Messages["dashboard"] = {
  title: "概览",
  soon: "这里将显示费用、词元、请求与延迟。",
};
