/** The types of the management API, from its contract. Only types: nothing of the server is in the bundle. */

export type * from "../../../src/contract/account.ts";
export type * from "../../../src/contract/audit.ts";
export type * from "../../../src/contract/backup.ts";
export type * from "../../../src/contract/catalogue.ts";
export type * from "../../../src/contract/check.ts";
export type * from "../../../src/contract/error.ts";
export type * from "../../../src/contract/events.ts";
export type * from "../../../src/contract/key.ts";
export type * from "../../../src/contract/ledger.ts";
export type * from "../../../src/contract/member.ts";
export type * from "../../../src/contract/model.ts";
export type * from "../../../src/contract/offer.ts";
export type * from "../../../src/contract/preset.ts";
export type * from "../../../src/contract/price.ts";
export type * from "../../../src/contract/provider.ts";
export type * from "../../../src/contract/quirks.ts";
export type * from "../../../src/contract/request.ts";
export type * from "../../../src/contract/routing.ts";
export type * from "../../../src/contract/sentence.ts";
export type * from "../../../src/contract/session.ts";
export type * from "../../../src/contract/settings.ts";
export type * from "../../../src/contract/token.ts";
export type * from "../../../src/contract/usage.ts";
