export const dashboard = {
  title: "Dashboard",
  soon: "Spend, tokens, requests and latency will be shown here.",
};
