/** What went wrong, by the code of the error. A code without a text here shows the server's own sentence. */
export const errors = {
  pageBroken: "This page broke",
  pageBrokenHint: "It is a defect in the console, not in your data. Reloading usually helps.",
  reload: "Reload",
  newVersion: "Parley was updated meanwhile. Reload to go on.",
  requestId: (id: string) => `Request id ${id}`,
  codes: {
    network: "Parley does not answer. Is it still running?",
    unreadable: "Something between this page and Parley answered instead of it.",
    internal_error: "Something went wrong inside Parley. Its log says what.",
    unauthorized: "Your session has ended. Sign in again.",
  },
};
