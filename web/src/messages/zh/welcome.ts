import type { Messages } from "../index.ts";

export const welcome: Messages["welcome"] = {
  title: "欢迎使用 Parley",
  hint: "成为本 Parley 的所有者。",
  code: "设置码",
  codeHint: "Parley 启动时已显示在终端中：三组，每组四位。",
  name: "你的用户名",
  nameHint: "登录时使用。",
  password: "密码",
  passwordHint: "至少 10 个字符。",
  submit: "成为所有者",
  alreadyOwned: "本 Parley 已有所有者。",
  toSignIn: "去登录",
};
