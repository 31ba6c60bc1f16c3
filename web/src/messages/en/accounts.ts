export const accounts = {
  title: "Accounts",
  soon: "Balances and the ledger will be shown here.",
};
