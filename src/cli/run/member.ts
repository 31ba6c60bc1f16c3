import type { Member, MemberInvited, MemberList } from "../../contract/member.ts";
import { type Api, part } from "../api.ts";
import type { Context, Result } from "../command.ts";
import { ApiError } from "../failure.ts";
import { renderTable, shortTime } from "../text-table.ts";

const PATH = "/api/members";

export async function listMembers(context: Context): Result {
  const api = await context.api();
  const { members } = await api.call<MemberList>("GET", PATH);
  return {
    json: { members },
    text: (paint) =>
      members.length === 0
        ? "Nobody yet: the owner comes with the setup code."
        : renderTable<Member>(
            [
              { title: "NAME", cell: (member) => member.name },
              { title: "ROLE", cell: (member) => member.role },
              { title: "ADDED (UTC)", cell: (member) => shortTime(member.created_at) },
              { title: "LINK UNTIL (UTC)", cell: (member) => shortTime(member.invite_expires_at) },
            ],
            members,
            paint,
          ),
  };
}

interface AddInput {
  readonly args: { readonly name: string };
  readonly flags: { readonly role: string | undefined };
}

export async function addMember(context: Context, { args, flags }: AddInput): Result {
  const api = await context.api();
  const body = { name: args.name, role: flags.role ?? "viewer" };
  const member = await api.call<MemberInvited>("POST", PATH, body);
  const link = (api.url ?? "") + member.invite_path;
  const where = api.url === undefined ? "Put the address of this Parley before it. " : "";
  return {
    json: { ...member },
    text: (paint) =>
      [
        `${paint.bold(member.name)} may come in as ${member.role}. Give them this link:`,
        "",
        `  ${paint.bold(link)}`,
        "",
        paint.dim(`${where}It works once, for a week, and cannot be shown again.`),
      ].join("\n"),
  };
}

interface RoleInput {
  readonly args: { readonly name: string; readonly role: string };
}

export async function changeRole(context: Context, { args }: RoleInput): Result {
  const api = await context.api();
  const { id } = await getMember(api, args.name);
  const member = await api.call<Member>("PATCH", `${PATH}/${part(id)}`, { role: args.role });
  return { json: { ...member }, text: () => `${member.name} is ${member.role} now.` };
}

interface RemoveInput {
  readonly args: { readonly name: string };
}

export async function removeMember(context: Context, { args }: RemoveInput): Result {
  const api = await context.api();
  const { id, name } = await getMember(api, args.name);
  await api.call("DELETE", `${PATH}/${part(id)}`);
  return { json: { removed: name }, text: () => `${name} is removed and signed out.` };
}

async function getMember(api: Api, name: string): Promise<Member> {
  const { members } = await api.call<MemberList>("GET", PATH);
  const member = members.find((known) => known.name === name);
  if (member) return member;
  throw new ApiError("not_found", 404, `There is no member named "${name}".`);
}
