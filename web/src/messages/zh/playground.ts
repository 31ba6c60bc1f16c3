import type { Messages } from "../index.ts";

export const playground: Messages["playground"] = {
  title: "试用台",
  soon: "可在此并排试用模型。",
};
