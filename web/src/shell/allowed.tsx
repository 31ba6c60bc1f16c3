/**
 * What the signed-in person may do. The server decides; this only spares people buttons that would be refused.
 *
 *   <Allowed to="admin"><Button …/></Allowed>        const mayEdit = useAllowed("admin");
 */

import { useRouteContext } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Role } from "../api/contract.ts";

const RANK: Readonly<Record<Role, number>> = { viewer: 0, admin: 1, owner: 2 };

/** Only on pages behind the sign-in. */
export function useRole(): Role {
  return useRouteContext({ from: "/shell" }).session.user.role;
}

/** True when the person's role is this one or a higher one. */
export function useAllowed(least: Role): boolean {
  return RANK[useRole()] >= RANK[least];
}

export interface AllowedProps {
  /** The least role that may do what is inside: `admin` for nearly every change, `owner` for members, backups and the like. */
  readonly to: Role;
  readonly children: ReactNode;
}

export function Allowed({ to, children }: AllowedProps) {
  return useAllowed(to) && children;
}
