export const requests = {
  title: "Requests",
  soon: "The log of calls will be shown here.",
};
