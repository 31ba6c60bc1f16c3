import type { Messages } from "../index.ts";

export const snippets: Messages["snippets"] = {
  title: "使用密钥的方式",
  curl: "curl",
  openaiPython: "OpenAI Python",
  openaiNode: "OpenAI Node",
  anthropic: "Anthropic SDK",
  gemini: "Gemini SDK",
  gateway: "智能体网关",
  platform: "平台表单",
  install: (command) => `先安装：${command}`,
  gatewayNote: "写入网关的 JSON 配置，位于 models.providers 之下。",
  platformNote: "平台会在表单中要求填写密钥与基础地址，请选择“OpenAI 兼容”类供应商。",
  platformKey: "API 密钥",
  platformAddress: "基础地址",
  formsTitle: "表单要的是哪种地址？",
  formBase: "适用于会自行补上 /v1 的客户端，例如 Anthropic 与 Gemini 的 SDK",
  formV1: "适用于大多数 OpenAI 兼容客户端，请先试这个",
  formFull: "适用于原样使用地址、不再追加的客户端",
  formsAny: "三种写法 Parley 都会应答；客户端重复追加 /v1 时也一样。",
};
