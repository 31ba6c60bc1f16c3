/** `parley member …`, `parley backup` and `parley restore`: what only owners do. */

import { defineCommand } from "../command.ts";

const ROLES = ["owner", "admin", "viewer"] as const;

export const PEOPLE_COMMANDS = [
  defineCommand("member list", {
    summary: "List the people who manage this Parley, with their roles",
    load: async () => (await import("../run/member.ts")).listMembers,
  }),
  defineCommand("member add", {
    summary: "Invite somebody; prints a link with which they choose a password, this once",
    positionals: [{ name: "name", about: "name they will sign in with" }],
    flags: {
      role: {
        type: "text",
        value: "ROLE",
        choices: ROLES,
        about: "What they may do; absent: viewer, who only looks",
      },
    },
    examples: ["member add grace --role admin"],
    load: async () => (await import("../run/member.ts")).addMember,
  }),
  defineCommand("member role", {
    summary: "Change what a member may do, at once",
    positionals: [
      { name: "name", about: "name of the member", names: "member" },
      { name: "role", about: "what they may do", choices: ROLES },
    ],
    examples: ["member role grace owner"],
    load: async () => (await import("../run/member.ts")).changeRole,
  }),
  defineCommand("member remove", {
    summary: "Remove a member, with sessions and access tokens",
    positionals: [{ name: "name", about: "name of the member", names: "member" }],
    load: async () => (await import("../run/member.ts")).removeMember,
  }),
  defineCommand("backup", {
    summary: "Write a backup of everything into a file, while Parley goes on (SQLite)",
    detail:
      "Vendor keys in it are encrypted with secret.key of the home folder: keep a copy of that file elsewhere, or include " +
      "the key. With PostgreSQL use pg_dump.",
    positionals: [{ name: "file", about: "file to write; must not exist" }],
    flags: {
      includeSecretKey: {
        type: "switch",
        about: "Put the secret key into the file: whoever has it then has the vendors' keys",
      },
    },
    examples: ["backup parley-backup.db"],
    load: async () => (await import("../run/backup.ts")).writeBackup,
  }),
  defineCommand("restore", {
    summary: "Put a backup in the place of the database, while Parley is stopped (SQLite)",
    detail:
      "The file is checked first: whole, and of a Parley that is not newer. The old database stays beside the new one. " +
      "Everybody has to sign in again.",
    positionals: [{ name: "file", about: "backup to read" }],
    examples: ["restore parley-backup.db"],
    load: async () => (await import("../run/backup.ts")).restoreBackup,
  }),
] as const;
