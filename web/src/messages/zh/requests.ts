import type { Messages } from "../index.ts";

export const requests: Messages["requests"] = {
  title: "请求日志",
  soon: "这里将显示调用日志。",
};
