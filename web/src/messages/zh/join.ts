import type { Messages } from "../index.ts";

export const join: Messages["join"] = {
  title: "你收到了邀请",
  hint: "为本 Parley 设置你的密码。",
  name: "你的用户名",
  nameHint: "登录时使用。",
  password: "密码",
  passwordHint: "至少 10 个字符。只有你自己知道。",
  submit: "设置密码并登录",
};
