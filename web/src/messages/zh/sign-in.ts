import type { Messages } from "../index.ts";

export const signIn: Messages["signIn"] = {
  title: "登录",
  hint: "管理本 Parley 的密钥、供应商与资金。",
  name: "用户名",
  password: "密码",
  submit: "登录",
  forgotten: "忘记密码？请在运行 Parley 的机器上执行：",
  locked: (seconds) =>
    seconds < 90
      ? `错误次数过多，请等待 ${seconds} 秒后再试。`
      : `错误次数过多，请等待 ${Math.ceil(seconds / 60)} 分钟后再试。`,
  wrong: "用户名或密码不正确。",
};
