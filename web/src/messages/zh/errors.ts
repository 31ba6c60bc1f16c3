import type { Messages } from "../index.ts";

export const errors: Messages["errors"] = {
  pageBroken: "页面出错了",
  pageBrokenHint: "这是控制台的缺陷，与你的数据无关。刷新通常可以解决。",
  reload: "刷新",
  newVersion: "Parley 已更新，请刷新后继续。",
  requestId: (id) => `请求编号 ${id}`,
  codes: {
    network: "Parley 没有响应。它还在运行吗？",
    unreadable: "应答来自页面与 Parley 之间的其他服务。",
    internal_error: "Parley 内部出错，详见其日志。",
    unauthorized: "会话已结束，请重新登录。",
  },
};
