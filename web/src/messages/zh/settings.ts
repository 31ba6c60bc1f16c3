import type { Messages } from "../index.ts";

export const settings: Messages["settings"] = {
  title: "设置",
  soon: "这里将是个人资料与本 Parley 的设置。",
};
